// The two pictures of the deck, drawn in a box 200 × 200: the masked Rat that copies, the Joker that winks.

/** It holds a blank card with a question mark: whatever its column needs. */
export const Rat = () => (
  <symbol id="picture-rat" viewBox="0 0 200 200">
    <path
      d="M150 164c46 6 52-46 26-64-20-14-16-42 8-44"
      fill="none"
      stroke="#D98F7A"
      stroke-width="7"
      stroke-linecap="round"
    />
    <path d="M66 172C52 134 74 84 116 82c44-1 66 44 52 90Z" fill="#544A43" />
    <path d="M84 172c-6-22 0-44 16-52 18 12 26 34 22 52Z" fill="#7A6D62" />
    <circle cx="72" cy="62" r="16" fill="#463D37" />
    <circle cx="71" cy="62" r="9" fill="#C97F6C" />
    <path d="M27 119C34 107 58 74 92 73c26 0 36 22 27 40-11 20-55 20-84 15-8-2-11-4-8-9Z" fill="#544A43" />
    <circle cx="106" cy="62" r="23" fill="#544A43" />
    <circle cx="105" cy="62" r="13.5" fill="#E2A08D" />
    <path d="M47 97c10-10 32-15 54-10l24-7-6 17c-10 14-30 17-42 12-9-4-19-3-30-12Z" fill="#C8401A" />
    <path d="m117 84 19-12-4 14 12 4-23 8Z" fill="#A83211" />
    <ellipse cx="74" cy="98" rx="9.5" ry="7.5" fill="#FFFDF8" />
    <circle cx="71.5" cy="98.5" r="4.8" fill="#1F1C19" />
    <circle cx="70" cy="96.8" r="1.5" fill="#fff" />
    <circle cx="29" cy="118" r="6.5" fill="#E2A08D" />
    <path d="M46 127h10v8c0 2-10 2-10 0Z" fill="#FFFDF8" />
    <path
      d="M44 121 14 128M45 124 20 139M60 124 92 132"
      stroke="#2B2622"
      stroke-width="1.8"
      fill="none"
      stroke-linecap="round"
    />
    <g transform="rotate(-13 56 156)">
      <rect x="38" y="134" width="32" height="44" rx="5" fill="#FFFDF8" stroke="#2B2622" stroke-width="2.5" />
      <g
        transform="translate(47 145) scale(.27)"
        fill="none"
        stroke="#C8401A"
        stroke-width="14"
        stroke-linecap="round"
        stroke-linejoin="round"
      >
        <path d="M8 24C8 13 16 7 26 7s18 6 18 16c0 13-17 15-17 29M27 70V73" />
      </g>
    </g>
    <path
      d="M92 132c-6 8-14 12-24 12"
      stroke="#463D37"
      stroke-width="13"
      stroke-linecap="round"
      fill="none"
    />
    <circle cx="66" cy="145" r="7.5" fill="#E2A08D" />
    <path d="M92 173c0-8 8-11 20-11s20 4 20 11Z" fill="#E2A08D" />
  </symbol>
);

/** Beneath it the card face prints what it is worth at this table. */
export const Joker = () => (
  <symbol id="picture-joker" viewBox="0 0 200 200">
    <path d="M100 66C66 34 18 42 22 102c14-20 32-14 42 20h36Z" fill="#C8401A" />
    <path d="M100 66c34-32 82-24 78 36-14-20-32-14-42 20h-36Z" fill="#2C4A6E" />
    <path d="M72 84C80 54 92 40 100 20c8 20 20 34 28 64l-4 38H76Z" fill="#E0A92E" />
    <circle cx="22" cy="108" r="10" fill="#E0A92E" />
    <circle cx="178" cy="108" r="10" fill="#E0A92E" />
    <circle cx="100" cy="17" r="10" fill="#C8401A" />
    <path d="M19 109h6M175 109h6M97 18h6" stroke="#2B2622" stroke-width="2.5" stroke-linecap="round" />
    <path d="M63 120h74v18c0 26-16 43-37 43s-37-17-37-43Z" fill="#F3D3B8" />
    <path d="M58 116c28-9 56-9 84 0v12c-28-9-56-9-84 0Z" fill="#2B2622" />
    <circle cx="84" cy="141" r="4.6" fill="#2B2622" />
    <path d="M108 142c4-5 12-5 16 0" fill="none" stroke="#2B2622" stroke-width="4" stroke-linecap="round" />
    <path
      d="M80 156c8 14 30 16 42-2"
      fill="none"
      stroke="#2B2622"
      stroke-width="4.5"
      stroke-linecap="round"
    />
    <path d="M118 150l7 3" stroke="#2B2622" stroke-width="4" stroke-linecap="round" />
    <circle cx="76" cy="153" r="5.5" fill="#E58F74" />
    <circle cx="126" cy="160" r="5" fill="#E58F74" opacity=".9" />
    <path d="M100 140c-5 6-5 9 1 10" fill="none" stroke="#C98B6B" stroke-width="3.5" stroke-linecap="round" />
    <path d="M60 178l14 18 13-12 13 14 13-14 13 12 14-18c-24 10-56 10-80 0Z" fill="#2C4A6E" />
  </symbol>
);
