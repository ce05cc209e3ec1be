// Reactions, drawn with our own strokes: hands that clap, a laughing face, a wondering one.

const drawings: Record<string, string> = {
  clap: "M8.2 9.2 5.4 13.4a5 5 0 0 0 1.1 6.7l.6.4M15.8 9.2l2.8 4.2a5 5 0 0 1-1.1 6.7l-.6.4M12 8.6v11.6M12 2.6v2.6M6.4 4.2 7.7 6.4M17.6 4.2 16.3 6.4",
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
