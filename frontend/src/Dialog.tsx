// A panel over the page: the browser's own dialog keeps the focus in it and gives it back.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "./art/Icon";
import { panel, type Panel } from "./shell";
import { say } from "./words/say";

type Shown = { title: string; kind: string; then?: Panel | null; children: ComponentChildren };

export function Dialog({ title, kind, then = null, children }: Shown) {
  const box = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = box.current;
    if (dialog && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, []);
  const close = () => {
    if (panel.value?.kind === kind) panel.value = then;
  };
  return (
    <dialog
      ref={box}
      class={`panel panel-${kind}`}
      aria-labelledby="panel-title"
      data-panel={kind}
      onClose={close}
      onClick={(event) => {
        if (event.target === event.currentTarget) close();
      }}
    >
      <div class="panel-body">
        <header class="panel-head">
          <h2 id="panel-title">{title}</h2>
          <button
            type="button"
            class="icon-button"
            aria-label={say("app.close")}
            data-action="close"
            onClick={close}
          >
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
