// Line icons, 24 × 24, and the mark of the house: a card with its corner turned up.

const lines = {
  book: "M5 4.5h6a2 2 0 0 1 2 2V20a2 2 0 0 0-2-2H5ZM21 4.5h-6a2 2 0 0 0-2 2V20a2 2 0 0 1 2-2h6Z",
  talk: "M4 5.5h16v11h-8.5L7 20.5v-4H4Z",
  menu: "M4 7.5h16M4 12h16M4 16.5h16",
  down: "M12 4v15M5.5 13 12 19.5 18.5 13",
  right: "M4 12h15M13 5.5 19.5 12 13 18.5",
  back: "M19 12H5M11 5.5 4.5 12 11 18.5",
  tick: "M5 12.5l4.5 4.5L19 7",
  eye: "M2.5 12C6 6.5 18 6.5 21.5 12 18 17.5 6 17.5 2.5 12ZM12 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5",
  unknown: "M8 9a4 4 0 1 1 5.6 3.7c-1 .5-1.6 1.2-1.6 2.3v.4M12 19v.1",
  flag: "M6 21V4h12l-3 4 3 4H6",
  close: "M6 6l12 12M18 6 6 18",
  list: "M5 5h14v14H5ZM9 9.5h6M9 14.5h6",
};

export function Icon({ name }: { name: keyof typeof lines }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={lines[name]} />
    </svg>
  );
}

export const Mark = () => (
  <svg class="house-mark" viewBox="0 0 28 34" aria-hidden="true">
    <path class="sheet" d="M5 1.5h12.5L26.5 11v18.5a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3v-25a3 3 0 0 1 3-3Z" />
    <path class="corner" d="M17.5 1.5 26.5 11h-6a3 3 0 0 1-3-3Z" />
  </svg>
);
