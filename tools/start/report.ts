import type { Runtime } from '../setup/runtime.ts';

/** The last line that `npm start -- --smoke` prints. Unknown values are absent. */
export interface SmokeReport {
  /** For example `electron 45.4.1`, or `stand-in (node 24.21.0, chromium 156.0.1.2)`. */
  runtime?: string;
  display?: { kind: 'real' | 'virtual'; name: string };
  /** The labels that were read over D-Bus, without separators. */
  tray?: { toolTip: string; menu: string[] };
  picture?: { date: string; title: string };
  /** `verified`: the desktop's own setting names the file, and the file exists. */
  wallpaper?: { file: string; verified: boolean };
  /** Latitude and longitude in degrees, north and east positive; the age of the position in seconds. */
  station?: { latitude: number; longitude: number; ageSeconds: number };
  /** The answer of the posts service. */
  post?: { status: number; id: number | null };
  /** The notifications that the notification daemon received. */
  notifications?: { title: string; body: string }[];
  elapsedMs: Record<string, number>;
  /** The path in the repository; null if no screenshot can be taken. */
  screenshot?: string | null;
  failed?: { step: string; reason: string };
}

/** The name of the runtime. `chromium`: the version of Chromium in the stand-in's window; null: no window. */
export function runtimeName(runtime: Runtime, chromium: string | null): string {
  if (runtime.kind === 'electron') return `electron ${runtime.version}`;
  const node = `node ${process.versions.node}`;
  return `stand-in (${chromium === null ? node : `${node}, chromium ${chromium}`})`;
}
