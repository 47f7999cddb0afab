import { spawn } from 'node:child_process';

/** The data of a display that the app uses. In a list, the first display is the primary one. */
type Display = Pick<Electron.Display, 'id' | 'label' | 'bounds' | 'workArea' | 'scaleFactor'>;
type Displays = [Display, ...Display[]];

type Rectangle = Electron.Rectangle;
type FourNumbers = [number, number, number, number];

const connectedPattern = /^(\S+) connected( primary)? (\d+)x(\d+)\+(\d+)\+(\d+)/gm;

/**
 * `STAND_IN_SCALE`: the scale of all displays, such as 1.25; on X11 there is one for all. Chromium's windows are drawn
 * with it.
 */
export const displayScale = Number(process.env['STAND_IN_SCALE'] ?? 1);

/**
 * The smallest whole area in device-independent pixels that contains these pixels: `SetScaleAndBounds` of Chromium's
 * `ui/display/display.cc` calls `ScaleToEnclosingRect`.
 */
function inPoints({ x, y, width, height }: Rectangle, scale: number): Rectangle {
  const [left, top] = [Math.floor(x / scale), Math.floor(y / scale)];
  const right = Math.ceil((x + width) / scale);
  const bottom = Math.ceil((y + height) / scale);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/**
 * The display with its part of the window manager's work area. Used for the primary display only, because on X11 the
 * window manager has one work area for all displays, which Chromium applies to the primary one.
 */
function clip(display: Display, area: Rectangle | null): Display {
  const { x, y, width, height } = display.bounds;
  if (area === null) return display;
  const left = Math.max(x, area.x);
  const top = Math.max(y, area.y);
  const workArea = {
    x: left,
    y: top,
    width: Math.min(x + width, area.x + area.width) - left,
    height: Math.min(y + height, area.y + area.height) - top,
  };
  if (workArea.width <= 0 || workArea.height <= 0) return display;
  return { ...display, workArea };
}

/** Parses the answer of `xprop -root _NET_WORKAREA`. Returns the area of the first workspace. */
function parseWorkArea(answer: string, scale: number): Rectangle | null {
  const numbers = /^_NET_WORKAREA\b.*=\s*(\d+), (\d+), (\d+), (\d+)/m
    .exec(answer)
    ?.slice(1)
    .map(Number);
  if (numbers === undefined) return null;
  const [x, y, width, height] = numbers as FourNumbers;
  return inPoints({ x, y, width, height }, scale);
}

/**
 * Parses the answers of `xrandr --query` and `xprop -root _NET_WORKAREA`, in any order. Returns one display of 1280 by
 * 720 if the answers name no display.
 */
export function parseDisplays(answers: string, scale = displayScale): Displays {
  const matches = [...answers.matchAll(connectedPattern)]
    .toSorted((a, b) => Number(Boolean(b[2])) - Number(Boolean(a[2])))
    .map((match, index) => {
      const [width, height, x, y] = match.slice(3).map(Number) as FourNumbers;
      const bounds = inPoints({ x, y, width, height }, scale);
      return { id: index + 1, label: match[1] ?? '', bounds, workArea: bounds, scaleFactor: scale };
    });
  const [primaryDisplay, ...otherDisplays] = matches;
  if (primaryDisplay !== undefined)
    return [clip(primaryDisplay, parseWorkArea(answers, scale)), ...otherDisplays];
  const bounds = inPoints({ x: 0, y: 0, width: 1280, height: 720 }, scale);
  return [{ id: 1, label: '', bounds, workArea: bounds, scaleFactor: scale }];
}

const endOfAnswer = 'end of the answers';
/** Shell script: writes the answers of `xrandr` and `xprop`, and a last line that marks their end. */
const readScript = `
xrandr --query
xprop -root _NET_WORKAREA
echo '${endOfAnswer}'
`;
/**
 * Shell script: writes a line whenever the X server's displays (`xev`) or the window manager's work area (`xprop`)
 * change. The script ends when its input ends, which happens whenever this process ends.
 */
const watchScript = `
xev -root -event randr & a=$!
xprop -root -spy _NET_WORKAREA & b=$!
trap 'kill $a $b 2>/dev/null' EXIT
read -r _
`;

/**
 * Splits the output into the answer of `readScript` and the text after that answer. Null while the answer is
 * incomplete.
 */
export function splitAnswer(output: string): { answer: string; rest: string } | null {
  const [answer = '', ...rest] = output.split(`${endOfAnswer}\n`);
  return rest.length === 0 ? null : { answer, rest: rest.join('') };
}

/**
 * Whether the lines of `watchScript` report a change. The first line is the work area at the start, which `answer`
 * already contains.
 */
export const isChange = (lines: string, answer: string): boolean =>
  lines.split('\n').some((line) => line !== '' && !answer.includes(line));

/**
 * Runs the script in a process that does not keep the application running. Calls `onEnd` when the process has ended or
 * could not be started.
 */
function runScript(script: string, onText: (text: string) => void, onEnd: () => void): void {
  const child = spawn('sh', ['-c', script], { stdio: ['pipe', 'pipe', 'ignore'] });
  child.on('error', onEnd);
  child.on('close', onEnd);
  child.stdin.on('error', () => undefined);
  child.stdout.setEncoding('utf8').on('data', onText);
  child.unref();
  for (const stream of [child.stdin, child.stdout])
    (stream as unknown as { unref(): void }).unref();
}

let currentDisplays: Displays = parseDisplays('');
let answer = '';
const firstReading = Promise.withResolvers<undefined>();
let onChange = (): void => undefined;
let isReading = false;
let mustReadAgain = false;

function update(text: string): void {
  const textBefore = JSON.stringify(currentDisplays);
  answer = text;
  currentDisplays = parseDisplays(text);
  if (JSON.stringify(currentDisplays) !== textBefore) onChange();
}

/**
 * Reads the displays again after a change. Only one read runs at a time. After a change during a read, another read
 * follows.
 */
function readAgain(): void {
  mustReadAgain = isReading;
  if (isReading) return;
  isReading = true;
  let output = '';
  runScript(
    readScript,
    (text) => (output += text),
    () => {
      isReading = false;
      const answerParts = splitAnswer(output);
      if (answerParts !== null) update(answerParts.answer);
      if (mustReadAgain) readAgain();
    },
  );
}

/**
 * Reads the displays of the X server and follows their changes until this process ends. Without an X server there is
 * one display. Electron reads and follows the displays for each application, before the application's main script has
 * run to its end: `PreCreateThreads` in `shell/browser/electron_browser_main_parts.cc` creates the screen, and
 * `XDisplayManager::Init` of Chromium asks for events of RandR and reads the displays.
 */
export function followDisplays(env: NodeJS.ProcessEnv): void {
  if ((env['DISPLAY'] ?? '') === '') {
    firstReading.resolve(undefined);
    return;
  }
  let output = '';
  let isFirst = true;
  const onText = (text: string): void => {
    if (!isFirst) {
      // A read that is already running may return the state before this change, so the displays are read again.
      if (isReading || isChange(text, answer)) readAgain();
      return;
    }
    output += text;
    const answerParts = splitAnswer(output);
    if (answerParts === null) return;
    isFirst = false;
    update(answerParts.answer);
    firstReading.resolve(undefined);
    if (isChange(answerParts.rest, answer)) readAgain();
  };
  runScript(`${readScript}${watchScript}`, onText, () => firstReading.resolve(undefined));
}

/** Resolves when the displays are known. Never rejects. */
export const displaysKnown: Promise<unknown> = firstReading.promise;

/** The displays, from memory. */
export const displays = (): Displays => currentDisplays;

/** Calls `listener` after each change, in place of an earlier listener. */
export function onDisplaysChange(listener: () => void): void {
  onChange = listener;
}
