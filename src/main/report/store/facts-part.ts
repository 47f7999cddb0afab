import { arch, release, type } from 'node:os';
import type { AppState } from '#shared/state.ts';
import type { Report } from '#shared/report/report-schema.ts';

type Facts = NonNullable<Report['parts']['facts']>;

const desktops = new Set(
  `gnome gnome-classic gnome-flashback kde xfce ubuntu unity x-cinnamon cinnamon mate lxqt lxde cosmic sway hyprland budgie
  pantheon deepin dde i3 river niri labwc wlroots openbox pop zorin endless`.split(/\s+/),
);
const sessions = new Set(['x11', 'wayland', 'tty']);
const knownName = (names: ReadonlySet<string>, value: string): string =>
  names.has(value.toLowerCase()) ? value : 'other';

/** The digits of a version, without suffixes that a distribution or a user added. */
const versionDigitsOf = (version: string): string => /^\d+(\.\d+)*/.exec(version)?.[0] ?? '';

/** The system and the versions of the app's runtime, without folders and names. */
export function factsPart(
  { version, services, sandboxed, language }: AppState,
  {
    packaged,
    crashes,
    env = process.env,
  }: Pick<Facts, 'packaged' | 'crashes'> & { readonly env?: NodeJS.ProcessEnv },
): Facts {
  const { electron, chrome, node } = process.versions;
  const versions: Readonly<Record<string, string | undefined>> = {
    Electron: electron,
    Chromium: chrome,
    Node: node,
  };
  const runtime = Object.entries(versions).flatMap(([name, number]) =>
    number === undefined ? [] : [`${name} ${versionDigitsOf(number)}`],
  );
  const { XDG_CURRENT_DESKTOP: desktop = '', XDG_SESSION_TYPE: session = '' } = env;
  const names = desktop.split(':').filter((name) => name !== '');
  const system = [
    `${type()} ${versionDigitsOf(release())}`,
    arch(),
    ...names.slice(0, 4).map((name) => knownName(desktops, name)),
    ...(session === '' ? [] : [knownName(sessions, session)]),
  ];
  return {
    app: version,
    packaged,
    runtime: runtime.join(', '),
    system: system.join(', '),
    language: language.language,
    sandboxed,
    services: services.source,
    crashes: { count: crashes.count, newestAt: crashes.newestAt },
  };
}
