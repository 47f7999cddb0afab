/**
 * A canvas that records what is drawn on it as text, for tests that compare drawings with a stored record. Each
 * painting operation is one line with the state of the canvas that has an effect on it. The widths of texts do not
 * depend on the fonts of the computer.
 */
import { vi } from 'vitest';

type Token = string | number;

/** The painting operations of the current record. */
let operations: (readonly Token[])[] = [];

/** Rounded to a tenth; to a thousandth below 1, because opacities and angles are small. */
const formatToken = (token: Token): string =>
  typeof token === 'string'
    ? token
    : String(Number(token.toFixed(Math.abs(token) < 1 ? 3 : 1)) + 0);

/** A sum that changes with each value and with their order. */
function sumOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let k = 0; k < values.length; k += 1) sum += (values[k] ?? NaN) * (1 + (k % 10) / 10);
  return sum;
}

const rangeOf = (values: readonly number[]): Token[] => [
  values.reduce((a, b) => Math.min(a, b), Infinity),
  '…',
  values.reduce((a, b) => Math.max(a, b), -Infinity),
];

/** The largest number of steps of a path that are written one by one. */
const maxSteps = 6;

/** A path as the steps that draw it. */
class RecordingPath {
  readonly #steps: (readonly [command: string, ...numbers: number[]])[] = [];
  readonly #svg: string;
  constructor(svg = '') {
    this.#svg = svg;
  }
  moveTo(x: number, y: number): void {
    this.#steps.push(['M', x, y]);
  }
  lineTo(x: number, y: number): void {
    this.#steps.push(['L', x, y]);
  }
  arc(x: number, y: number, radius: number, from: number, to: number, isReversed = false): void {
    this.#steps.push(['arc', x, y, radius, from, to, Number(isReversed)]);
  }
  rect(x: number, y: number, width: number, height: number): void {
    this.#steps.push(['rect', x, y, width, height]);
  }
  roundRect(x: number, y: number, width: number, height: number, radius: number): void {
    this.#steps.push(['roundRect', x, y, width, height, radius]);
  }
  closePath(): void {
    this.#steps.push(['Z']);
  }
  describe(): Token[] {
    if (this.#svg !== '') return [this.#svg];
    if (this.#steps.length <= maxSteps) return this.#steps.flat();
    const points = this.#steps.filter(([command]) => command !== 'Z');
    return [
      ...['M', 'L', 'arc', 'rect', 'Z'].flatMap((command) => {
        const { length } = this.#steps.filter(([one]) => one === command);
        return length === 0 ? [] : [`${command} ×`, length];
      }),
      ...['x', ...rangeOf(points.map(([, x = NaN]) => x))],
      ...['y', ...rangeOf(points.map(([, , y = NaN]) => y))],
      ...['sum', sumOf(this.#steps.flatMap(([, ...numbers]) => numbers))],
    ];
  }
}

class RecordingGradient {
  readonly #tokens: Token[];
  constructor(...tokens: Token[]) {
    this.#tokens = tokens;
  }
  addColorStop(at: number, colour: string): void {
    this.#tokens.push(`${formatToken(at)} ${colour}`);
  }
  describe(): readonly Token[] {
    return this.#tokens;
  }
}

class RecordingImageData {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  constructor(width: number, height: number) {
    [this.width, this.height] = [width, height];
    this.data = new Uint8ClampedArray(4 * width * height);
  }
}

/** The number of rows and columns in which the pixels of an image are written. */
const gridSize = 8;

/** The mean opacity in each field of a grid over the image, and a sum that changes with each pixel. */
function describePixels({ data, width, height }: RecordingImageData): Token[] {
  const fields = Array.from({ length: gridSize ** 2 }, () => ({ sum: 0, count: 0 }));
  for (let k = 3; k < data.length; k += 4) {
    const [x, y] = [((k - 3) / 4) % width, Math.floor((k - 3) / 4 / width)];
    const column = Math.floor((x * gridSize) / width);
    const field = fields[column + gridSize * Math.floor((y * gridSize) / height)];
    if (field === undefined) continue;
    field.sum += data[k] ?? 0;
    field.count += 1;
  }
  const means = fields.map(({ sum, count }) => String(Math.round(sum / count)).padStart(3));
  const rows = Array.from({ length: gridSize }, (_, k) =>
    means.slice(k * gridSize, (k + 1) * gridSize).join(' '),
  );
  return [...rows.map((row) => `\n    ${row}`), '\n    sum', sumOf(data)];
}

const initialState = () => ({
  fillStyle: '#000' as string | RecordingGradient,
  strokeStyle: '#000',
  lineWidth: 1,
  lineCap: 'butt',
  lineJoin: 'miter',
  dash: [] as readonly number[],
  globalAlpha: 1,
  globalCompositeOperation: 'source-over',
  filter: 'none',
  shadowBlur: 0,
  shadowColor: '',
  font: '10px sans-serif',
  textAlign: 'start',
  textBaseline: 'alphabetic',
  imageSmoothingEnabled: true,
  imageSmoothingQuality: 'low',
  matrix: [1, 0, 0, 1, 0, 0] as Matrix,
  clipping: [] as readonly Token[],
});
type Area = readonly [x: number, y: number, width: number, height: number];
type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

type Pixel = readonly [red: number, green: number, blue: number, opacity: number];
/** The pixel in which a point is; each part from 0 to 255. */
export type PixelAt = (x: number, y: number) => Pixel;
const transparent: PixelAt = () => [0, 0, 0, 0];

interface RecordingPicture {
  readonly width: number;
  readonly height: number;
  readonly pixelAt: PixelAt;
}

/** Reads `rgb(1 2 3)`, `rgb(1 2 3 / 40%)`, `rgb(1 2 3 / 0.4)`, `#123` and `#123456`; any other name is black. */
function pixelOf(colour: string): Pixel {
  const digits = /^#(?:(.)(.)(.)|(..)(..)(..))$/.exec(colour)?.slice(1).filter(Boolean);
  const [, parts = ''] = /^rgb\((.*)\)$/.exec(colour) ?? [];
  const [red = 0, green = 0, blue = 0] = digits
    ? digits.map((one) => Number.parseInt(one.padStart(2, one), 16))
    : (parts.match(/[\d.]+/g)?.map(Number) ?? []);
  const [, share = '1', percent = ''] = /\/ *([\d.]+)(%?)/.exec(parts) ?? [];
  return [red, green, blue, (255 * Number(share)) / (percent === '' ? 1 : 100)];
}

/** A colour drawn over another one. */
function blend([red, green, blue, opacity]: Pixel, below: Pixel): Pixel {
  const [over, under] = [opacity / 255, (below[3] / 255) * (1 - opacity / 255)];
  const mix = (one: number, other: number): number =>
    over + under === 0 ? 0 : (one * over + other * under) / (over + under);
  return [mix(red, below[0]), mix(green, below[1]), mix(blue, below[2]), 255 * (over + under)];
}

class RecordingContext {
  readonly canvas: RecordingCanvas;
  declare fillStyle: string | RecordingGradient;
  declare strokeStyle: string;
  declare lineWidth: number;
  declare lineCap: string;
  declare lineJoin: string;
  declare globalAlpha: number;
  declare globalCompositeOperation: string;
  declare filter: string;
  declare shadowBlur: number;
  declare shadowColor: string;
  declare font: string;
  declare textAlign: string;
  declare textBaseline: string;
  declare imageSmoothingEnabled: boolean;
  declare imageSmoothingQuality: string;
  declare dash: readonly number[];
  declare matrix: Matrix;
  declare clipping: readonly Token[];
  readonly #saved: ReturnType<typeof initialState>[] = [];
  #path = new RecordingPath();
  /** The matrix of the last operation. */
  #paintedMatrix: Matrix = initialState().matrix;
  /** What is drawn by `fillRect` and `drawImage`, without an effect of the state of the canvas. */
  #pixelAt: PixelAt = transparent;

  constructor(canvas: RecordingCanvas) {
    this.canvas = canvas;
    Object.assign(this, initialState());
  }

  /** Records an operation with the parts of the state that differ from the initial state. */
  #paint(
    name: string,
    details: readonly Token[],
    ...relevant: (keyof ReturnType<typeof initialState>)[]
  ): void {
    const { width, height, isVisible } = this.canvas;
    // A canvas of one pixel only serves to read a colour.
    if (!isVisible && width === 1 && height === 1) return;
    const initial = initialState();
    const state = [
      ...relevant,
      ...(['globalAlpha', 'globalCompositeOperation', 'filter'] as const),
      ...(['shadowBlur', 'shadowColor', 'clipping'] as const),
    ].flatMap((key): Token[] => {
      const value = this[key];
      if (JSON.stringify(value) === JSON.stringify(initial[key]) && !key.endsWith('Style'))
        return [];
      const tokens = value instanceof RecordingGradient ? value.describe() : [value].flat();
      return [
        ...(key.endsWith('Style') ? [] : [key]),
        ...tokens.map((one) => (typeof one === 'boolean' ? String(one) : one)),
      ];
    });
    const prefix = isVisible ? [] : [`  [${width}×${height}]`];
    if (this.matrix.some((value, k) => value !== this.#paintedMatrix[k]))
      operations.push([...prefix, 'matrix', ...this.matrix]);
    this.#paintedMatrix = this.matrix;
    operations.push([...prefix, name, ...details, '·', ...state]);
  }

  save(): void {
    const { ...state } = this;
    this.#saved.push(state);
  }
  restore(): void {
    Object.assign(this, this.#saved.pop());
  }
  setLineDash(dash: readonly number[]): void {
    this.dash = dash;
  }
  getTransform(): { readonly a: number } {
    return { a: this.matrix[0] };
  }
  resetTransform(): void {
    this.matrix = [1, 0, 0, 1, 0, 0];
  }
  setTransform(...matrix: Matrix): void {
    this.matrix = matrix;
  }
  #transform([a, b, c, d, e, f]: Matrix): void {
    const [ma, mb, mc, md, me, mf] = this.matrix;
    this.matrix = [
      ...([ma * a + mc * b, mb * a + md * b, ma * c + mc * d, mb * c + md * d] as const),
      ...([ma * e + mc * f + me, mb * e + md * f + mf] as const),
    ];
  }
  translate(x: number, y: number): void {
    this.#transform([1, 0, 0, 1, x, y]);
  }
  scale(x: number, y: number): void {
    this.#transform([x, 0, 0, y, 0, 0]);
  }
  rotate(angle: number): void {
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    this.#transform([cos, sin, -sin, cos, 0, 0]);
  }
  beginPath(): void {
    this.#path = new RecordingPath();
  }
  moveTo(x: number, y: number): void {
    this.#path.moveTo(x, y);
  }
  lineTo(x: number, y: number): void {
    this.#path.lineTo(x, y);
  }
  arc(...args: Parameters<RecordingPath['arc']>): void {
    this.#path.arc(...args);
  }
  rect(...args: Parameters<RecordingPath['rect']>): void {
    this.#path.rect(...args);
  }
  roundRect(...args: Parameters<RecordingPath['roundRect']>): void {
    this.#path.roundRect(...args);
  }
  closePath(): void {
    this.#path.closePath();
  }
  clip(): void {
    this.clipping = this.#path.describe();
  }
  fill(path = this.#path): void {
    this.#paint('fill', path.describe(), 'fillStyle');
  }
  stroke(path = this.#path): void {
    const details = path.describe();
    this.#paint('stroke', details, 'strokeStyle', 'lineWidth', 'lineCap', 'lineJoin', 'dash');
  }
  fillRect(x: number, y: number, width: number, height: number): void {
    const pixel = pixelOf(typeof this.fillStyle === 'string' ? this.fillStyle : '');
    this.#cover([x, y, width, height], () => pixel);
    this.#paint('fillRect', [x, y, width, height], 'fillStyle');
  }
  #cover([left, top, width, height]: Area, pixelAt: PixelAt): void {
    const below = this.#pixelAt;
    this.#pixelAt = (x, y) =>
      x < left || y < top || x >= left + width || y >= top + height
        ? below(x, y)
        : blend(pixelAt(x, y), below(x, y));
  }
  clearRect(...area: readonly number[]): void {
    this.#pixelAt = transparent;
    this.#paint('clearRect', area);
  }
  fillText(text: string, x: number, y: number): void {
    const details = [`“${text}”`, x, y];
    this.#paint('fillText', details, 'fillStyle', 'font', 'textAlign', 'textBaseline');
  }
  strokeText(text: string, x: number, y: number): void {
    const details = [`“${text}”`, x, y];
    const style = ['strokeStyle', 'lineWidth', 'lineJoin'] as const;
    this.#paint('strokeText', details, ...style, 'font', 'textAlign', 'textBaseline');
  }
  /** Each letter is half as wide as the font is high. */
  measureText(text: string): { readonly width: number } {
    const [, pixels] = /([\d.]+)px/.exec(this.font) ?? [];
    return { width: 0.5 * text.length * Number(pixels) };
  }
  createLinearGradient(...line: readonly number[]): RecordingGradient {
    return new RecordingGradient('linear', ...line);
  }
  createRadialGradient(...circles: readonly number[]): RecordingGradient {
    return new RecordingGradient('radial', ...circles);
  }
  drawImage(picture: RecordingPicture, ...areas: readonly number[]): void {
    const size = [picture.width, picture.height] as const;
    const [from, to] =
      areas.length > 4 ? [areas.slice(0, 4), areas.slice(4)] : [[0, 0, ...size], areas];
    const [sx = 0, sy = 0, sourceWidth = 0, sourceHeight = 0] = from;
    const [x = 0, y = 0, width = sourceWidth, height = sourceHeight] = to;
    this.#cover([x, y, width, height], (px, py) =>
      picture.pixelAt(
        sx + ((px - x) * sourceWidth) / width,
        sy + ((py - y) * sourceHeight) / height,
      ),
    );
    const name = `${formatToken(picture.width)}×${formatToken(picture.height)}`;
    this.#paint('drawImage', [name, ...areas], 'imageSmoothingEnabled', 'imageSmoothingQuality');
  }
  putImageData(image: RecordingImageData, ...area: readonly number[]): void {
    this.#paint('putImageData', [...area, ...describePixels(image)]);
  }
  /** The pixels without smoothing. */
  getImageData(left: number, top: number, width: number, height: number): RecordingImageData {
    const image = new RecordingImageData(width, height);
    for (let k = 0; k < width * height; k += 1) {
      const [x, y] = [left + (k % width) + 0.5, top + Math.floor(k / width) + 0.5];
      image.data.set(this.#pixelAt(x, y), 4 * k);
    }
    return image;
  }
  pixelAt(x: number, y: number): Pixel {
    return this.#pixelAt(x, y);
  }
}

class RecordingCanvas {
  width: number;
  height: number;
  /** Whether it is the canvas on screen, whose operations are written without its size. */
  readonly isVisible: boolean;
  readonly #context = new RecordingContext(this);
  constructor(width: number, height: number, isVisible = false) {
    [this.width, this.height] = [width, height];
    this.isVisible = isVisible;
  }
  /** Returns null for every other kind of context, as a browser without WebGL does. */
  getContext(kind: string): RecordingContext | null {
    return kind === '2d' ? this.#context : null;
  }
  transferToImageBitmap(): ImageBitmap {
    return recordingPicture(this.width, this.height, this.pixelAt);
  }
  readonly pixelAt: PixelAt = (x, y) => this.#context.pixelAt(x, y);
}

/** Whether two operations differ in numbers only. */
const isSameForm = (one: readonly Token[], other: readonly Token[] | undefined): boolean =>
  one.length === other?.length &&
  one.every((token, k) => token === other[k] || typeof token === typeof other[k]) &&
  one.every((token, k) => typeof token === 'number' || token === other[k]);

/** The least number of operations that differ in numbers only and are written as one line. */
const leastGroup = 4;

/** One line for each operation, or for a group of operations in a row that differ in numbers only. */
function linesOf(all: readonly (readonly Token[])[]): string[] {
  const lines: string[] = [];
  const write = (tokens: readonly Token[]): void =>
    void lines.push(tokens.map(formatToken).join(' ').replace(/ ·$/, ''));
  for (let k = 0; k < all.length;) {
    const first = all[k] ?? [];
    let end = k + 1;
    while (isSameForm(first, all[end])) end += 1;
    const group = all.slice(k, end);
    k = end;
    if (group.length < leastGroup) group.forEach(write);
    else
      write([
        group.length,
        'times',
        ...first.flatMap((token, index) => {
          if (typeof token === 'string') return [token];
          const values = group.map((one) => Number(one[index]));
          if (values.every((value) => value === token)) return [token];
          return ['{', ...rangeOf(values), 'sum', sumOf(values), '}'];
        }),
      ]);
  }
  return lines;
}

/** A canvas on screen whose drawings are part of the record. */
export const recordingCanvas = (width: number, height: number): HTMLCanvasElement =>
  new RecordingCanvas(width, height, true) as unknown as HTMLCanvasElement;

/** A picture for code that draws it. Like a real one, it has no size after it is closed. */
export function recordingPicture(
  width: number,
  height: number,
  pixelAt = transparent,
): ImageBitmap & { readonly pixelAt: PixelAt } {
  const picture = { width, height, pixelAt, close };
  function close(): void {
    operations.push(['close', `${picture.width}×${picture.height}`]);
    [picture.width, picture.height] = [0, 0];
  }
  return picture;
}

/** Records the call, and returns the part of the picture in its new size. */
function createRecordingBitmap(
  picture: RecordingPicture,
  ...[x = 0, y = 0, width = picture.width, height = picture.height, options = {}]: [
    ...Partial<Area>,
    ImageBitmapOptions?,
  ]
): Promise<ImageBitmap> {
  const { resizeWidth = width, resizeHeight = height, ...others } = options;
  const size = `${picture.width}×${picture.height}`;
  const other = Object.entries(others).flat().map(String);
  operations.push([
    'createImageBitmap',
    size,
    x,
    y,
    width,
    height,
    resizeWidth,
    resizeHeight,
    ...other,
  ]);
  const pixelAt: PixelAt = (px, py) =>
    picture.pixelAt(x + (px * width) / resizeWidth, y + (py * height) / resizeHeight);
  return Promise.resolve(recordingPicture(resizeWidth, resizeHeight, pixelAt));
}

/** Calls `use` while the classes that a page has for drawing are replaced. */
export async function onRecordingCanvas<Value>(use: () => Value): Promise<Awaited<Value>> {
  vi.stubGlobal('OffscreenCanvas', RecordingCanvas);
  vi.stubGlobal('Path2D', RecordingPath);
  vi.stubGlobal('ImageData', RecordingImageData);
  vi.stubGlobal('createImageBitmap', createRecordingBitmap);
  try {
    return await use();
  } finally {
    vi.unstubAllGlobals();
  }
}

/** Records what `draw` draws on canvases. Returns the operations, one in each line. */
export async function recordDrawing(
  draw: (context: CanvasRenderingContext2D) => unknown,
): Promise<string> {
  operations = [];
  const context = new RecordingCanvas(0, 0, true).getContext('2d');
  await onRecordingCanvas(() => draw(context as unknown as CanvasRenderingContext2D));
  return `${linesOf(operations).join('\n')}\n`;
}
