// The ramp of Rack-O: it rises in lightness all the way, so it holds in grey as well.

const stops = ["#2A2460", "#2F3F86", "#2C6490", "#258082", "#3B9A6B", "#86B04C", "#D0BD3C", "#F3D24C"];

type Colour = [number, number, number];

const parse = (hex: string): Colour => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
];

const luminance = (colour: Colour): number => {
  const [red, green, blue] = colour.map((channel) => {
    const share = channel / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Colour;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** Where a number stands between the lowest (0) and the highest card (1). */
export const shareOf = (value: number, highest: number): number => (value - 1) / (highest - 1);

/** The tab's colour and the ink that keeps 4.5 : 1 on it. */
export function tabColours(value: number, highest: number): { tab: string; ink: string } {
  const place = Math.min(Math.max(shareOf(value, highest), 0), 1) * (stops.length - 1);
  const lower = Math.min(Math.floor(place), stops.length - 2);
  const from = parse(stops[lower] as string);
  const to = parse(stops[lower + 1] as string);
  const mixed = from.map((channel, index) =>
    Math.round(channel + ((to[index] as number) - channel) * (place - lower)),
  ) as Colour;
  const white = 1.05 / (luminance(mixed) + 0.05);
  return { tab: `rgb(${mixed.join(" ")})`, ink: white >= 4.5 ? "#fff" : "#050505" };
}
