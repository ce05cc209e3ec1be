// Reactions, drawn with our own strokes: hands that clap, a laughing face, a wondering one.

const drawings: Record<string, string> = {
  clap: "M11 21.5 4.6 15a1.5 1.5 0 0 1 2.1-2.1M8.9 15.1 4.3 10.5a1.5 1.5 0 0 1 2.1-2.1l4.6 4.6M8.2 10.2 6.3 8.3a1.5 1.5 0 0 1 2.1-2.1l6.2 6.2V9.4a1.5 1.5 0 0 1 3 0V15.5a6 6 0 0 1-6.6 6M14 2.5v2.7M18.6 3.7l-1.3 2.4M21.5 7.3l-2.4 1.3",
  laugh:
    "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18M7 10.4q1.3-1.9 2.6 0M14.4 10.4q1.3-1.9 2.6 0M7.3 13.8a4.8 4.8 0 0 0 9.4 0Z",
  wonder:
    "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18M12 14.2a1.9 2.1 0 1 1 0 4.2 1.9 2.1 0 0 1 0-4.2M8.7 10.7v.1M15.3 10.7v.1M7.2 7.9 9.4 7.1M16.8 7.9 14.6 7.1",
};

export const isReaction = (phrase: string): boolean => phrase in drawings;

export const Reaction = ({ phrase }: { phrase: string }) => (
  <svg class="icon reaction" viewBox="0 0 24 24" aria-hidden="true">
    <path d={drawings[phrase]} />
  </svg>
);
