import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import {
  programCommand,
  parseList,
  picturesForAreas,
  pixelOriginOf,
  pixelsOf,
  pointsOf,
  type Backend,
  type ProgramCommand,
} from './backend.ts';

/** One of Plasma's desktops: there is one for each display and activity. All virtual desktops share them. */
const desktopSchema = z.object({
  id: z.number().int(),
  area: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
  wallpaperPlugin: z.string(),
  Image: z.string(),
  FillMode: z.string(),
});

const groupScript = "d.currentConfigGroup=['Wallpaper','org.kde.image','General'];";
/** A desktop of an activity that is not visible has no screen; its settings name its last screen. */
const screenScript = `function s(d){if(d.screen>=0)return d.screen;d.currentConfigGroup=[];
var n=parseInt(d.readConfig('lastScreen','-1'),10);return n<screenCount?n:-1}`;
const describeScript = `${screenScript}
print(encodeURIComponent(JSON.stringify(desktops().filter(function(d){return s(d)>=0}).map(function(d){
var g=screenGeometry(s(d));${groupScript}
return{id:d.id,area:{x:g.x,y:g.y,width:g.width,height:g.height},wallpaperPlugin:d.wallpaperPlugin,
Image:String(d.readConfig('Image','')),FillMode:String(d.readConfig('FillMode',''))}}))))`;

/**
 * A JavaScript expression with the text as its value. The text is percent-encoded, because then no character has a
 * special meaning, neither in a JavaScript string nor for gdbus, which interprets backslashes in the script.
 */
const expressionOf = (text: string): string =>
  `decodeURIComponent("${encodeURIComponent(text.toWellFormed())}")`;

const evaluateCommand = (script: string): ProgramCommand =>
  programCommand(
    'gdbus',
    ...['call', '--session', '--dest', 'org.kde.plasmashell', '--object-path', '/PlasmaShell'],
    ...['--method', 'org.kde.PlasmaShell.evaluateScript', script],
  );

/** Parses the tuple that gdbus prints: one text, in quotes that depend on the text. */
function parseDesktops(answer: string) {
  const printedText = /^\((['"])(.*)\1,\)$/s.exec(answer.trim())?.[2] ?? '';
  // The script answers percent-encoded JSON; any other text is an error message. `print` adds a line break, which gdbus
  // writes as `\n`; percent-encoded text has no backslash.
  const encodedText = printedText.split('\\n', 1)[0] ?? '';
  return parseList(desktopSchema, decodePercent(encodedText) ?? '');
}

function decodePercent(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** The value of `FillMode` for a picture that is scaled and cropped. */
const croppedFillMode = '2';

/**
 * The backend for KDE Plasma 5 and 6. Keys are `id name`; the name is a property of the desktop, or an entry of its
 * image plugin.
 */
export const kde: Backend = {
  name: 'kde',
  reach: 'each',
  canChoose: true,
  persists: true,
  survey: [evaluateCommand(describeScript)],
  held: ([answer = '']) =>
    new Map(
      parseDesktops(answer).flatMap(({ id, wallpaperPlugin, Image, FillMode }) =>
        Object.entries({ wallpaperPlugin, Image, FillMode }).map(
          ([name, value]) => [`${id} ${name}`, value] as const,
        ),
      ),
    ),
  settings([answer = ''], shown) {
    const desktops = parseDesktops(answer);
    const areas = desktops.map(({ area }) => area);
    // On Wayland, Qt reports points; on X11, origins in pixels, and sizes divided by the scale.
    const paths = picturesForAreas(shown, areas, [pointsOf, pixelOriginOf, pixelsOf]);
    return desktops.flatMap(({ id }, index) => {
      const path = paths[index] ?? null;
      if (path === null) return [];
      return [
        { key: `${id} FillMode`, value: croppedFillMode },
        { key: `${id} Image`, value: pathToFileURL(path, { windows: false }).href },
        { key: `${id} wallpaperPlugin`, value: 'org.kde.image' },
      ];
    });
  },
  write(key, value) {
    const [id = '', name = ''] = key.split(' ');
    const text = expressionOf(value ?? '');
    const change =
      name === 'wallpaperPlugin'
        ? `d.wallpaperPlugin=${text};`
        : `${groupScript}d.writeConfig(${expressionOf(name)},${text});`;
    // The desktop of a disconnected display does not exist.
    return evaluateCommand(`var d=desktopById(${Number(id)});if(d){${change}}`);
  },
};
