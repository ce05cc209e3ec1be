// A link to pass on: copied, shared, read aloud, or held before a phone as a QR code.

import { useEffect, useRef, useState } from "preact/hooks";
import { fetchAddress, qr } from "../net/http";
import type { Qr } from "../protocol";
import { say } from "../words/say";
import { isOnlyHere } from "./code";

/** Plain http on a home network has no clipboard: there the text is marked, and copied the old way. */
async function copy(text: string, field: HTMLInputElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field?.select();
    return document.execCommand("copy");
  }
}

let asked: ReturnType<typeof fetchAddress> | null = null;

/** What links for others begin with; `only` where nobody else finds this server. */
export function useOrigin(): { origin: string; only: boolean } {
  const here = isOnlyHere(location.hostname);
  const [found, find] = useState({ origin: location.origin, only: false });
  useEffect(() => {
    // Opened under the machine's name for itself: the server may know another that holds for everybody.
    if (here)
      void (asked ??= fetchAddress()).then(
        ({ address }) => find({ origin: address ?? location.origin, only: address === null }),
        () => {
          asked = null;
        },
      );
  }, [here]);
  return found;
}

/** A link to a path of this server. */
export function Share({ path, title, label, name }: { path: string; title: string; label: string; name: string }) {
  const link = useOrigin().origin + path;
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState(false);
  const [drawn, setDrawn] = useState<Qr | null>(null);
  return (
    <div class="share" data-share={name}>
      <div class="share-link">
        <input
          ref={field}
          type="text"
          readOnly
          value={link}
          aria-label={label}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <button
          type="button"
          class="button"
          data-action="copy"
          onClick={() => void copy(link, field.current).then(setCopied)}
        >
          {say(copied ? "share.copied" : "share.copy")}
        </button>
      </div>
      <div class="share-more">
        {"share" in navigator && (
          <button
            type="button"
            class="text-button"
            data-action="share"
            onClick={() => void navigator.share({ title, url: link }).catch(() => {})}
          >
            {say("share.send")}
          </button>
        )}
        <button
          type="button"
          class="text-button"
          data-action="qr"
          aria-expanded={drawn !== null}
          onClick={() => {
            if (drawn !== null) setDrawn(null);
            else void qr(link).then(setDrawn, () => {});
          }}
        >
          {say("share.qr")}
        </button>
      </div>
      {drawn && (
        <svg class="qr" viewBox={`0 0 ${drawn.size} ${drawn.size}`} role="img" aria-label={say("share.qr.label")}>
          <path d={drawn.path} />
        </svg>
      )}
      <p class="sr-only" role="status">
        {copied ? say("share.copied") : ""}
      </p>
    </div>
  );
}
