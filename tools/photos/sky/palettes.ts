/** Linear light: red, green, blue, 1 being white on the screen. */
export type Colour = readonly [number, number, number];

/** The colours of one night. */
export interface Palette {
  /** What the clouds look like, for the title: "Rose Clouds …". */
  readonly name: string;
  /** The sky high up and low down. */
  readonly zenith: Colour;
  readonly low: Colour;
  /** The last light along the horizon. */
  readonly glow: Colour;
  /** Two kinds of glowing gas. */
  readonly gas: Colour;
  readonly otherGas: Colour;
}

const channel = (hex: string): number => {
  const s = Number.parseInt(hex, 16) / 255;
  return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
};

/** `rrggbb` as seen on the screen, in linear light. */
const colour = (hex: string): Colour => [
  channel(hex.slice(0, 2)),
  channel(hex.slice(2, 4)),
  channel(hex.slice(4, 6)),
];

const palette = (
  name: string,
  ...hex: readonly [string, string, string, string, string]
): Palette => ({
  name,
  zenith: colour(hex[0]),
  low: colour(hex[1]),
  glow: colour(hex[2]),
  gas: colour(hex[3]),
  otherGas: colour(hex[4]),
});

//       name       zenith    low       glow      gas       other gas
export const palettes: readonly [Palette, ...Palette[]] = [
  palette('Rose', '0a0f24', '27264a', 'd98a62', 'e0507f', '5a78e6'),
  palette('Teal', '05141f', '123a48', 'e6b878', '2cc0ae', '3a74e0'),
  palette('Violet', '0d0822', '2c2252', 'f09070', '8a50f0', 'e0609f'),
  palette('Amber', '0a0e1c', '2a2a40', 'f5b45a', 'ee8a3a', '8460d0'),
  palette('Blue', '040b22', '143058', '9ccbe6', '3a78ff', '70d0ee'),
  palette('Crimson', '0c0a1c', '30223c', 'c86a78', 'ee4a4a', 'e89a58'),
  palette('Jade', '04131a', '103a3a', 'c8d890', '44cc80', '4f90e0'),
  palette('Pearl', '0a0d20', '2a2e50', 'f0c09a', 'b090ee', 'f0b498'),
];
