import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { FuseState, FuseV1Options, flipFuses, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ensureBuilt } from '../setup/build.ts';
import { root } from '../setup/paths.ts';
import { runCommandLine } from '../setup/process.ts';
import { judgePackage } from './check.ts';
import { judgeContents, type PackedFiles } from './contents.ts';
import { fuses } from './fuses.ts';
import { debControl, extractAppImage, packWithStub, readAppImage, type PackedApp } from './pack.ts';
import { makeStubElectron } from './stub-electron.ts';

const scratch = mkdtempSync(join(tmpdir(), 'overhead-package-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const hashOf = (path: string): string =>
  createHash('sha256').update(readFileSync(path)).digest('hex');

/** The SHA-256 of each file that the build of a project makes for the package, by the path in `out/`. */
function hashesOfBuild(project: string): Record<string, string> {
  const out = join(project, 'out');
  const paths = readdirSync(out, { recursive: true, withFileTypes: true })
    // Two kinds of files serve the build alone: those in `out/licenses` hold paths for a later step, and `.stamp` holds
    // the hash of the sources.
    .filter(
      (entry) =>
        entry.isFile() && !entry.parentPath.endsWith('licenses') && entry.name !== '.stamp',
    )
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(paths.map((path) => [relative(out, path), hashOf(path)]));
}

/** Copies the project to another folder and builds the app there. Returns that folder. */
async function buildCopy(): Promise<string> {
  const project = join(scratch, 'another-place');
  mkdirSync(project);
  const parts = readdirSync(root).filter(
    (one) => !/^(\.|node_modules$|out$|test$|docs$)/.test(one),
  );
  for (const part of parts) cpSync(join(root, part), join(project, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'));
  const tool = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  const built = await runCommandLine(process.execPath, [tool, 'build'], { cwd: project });
  expect(built.code, built.output).toBe(0);
  return project;
}

/** A script that packs the app, without packages, with the tools of a project, which is its working directory. */
const packScript =
  "await (await import('./tools/package/pack.ts')).packWithStub(process.argv[1], []);";

describe('the packed app', () => {
  let app: PackedApp;
  beforeAll(async () => {
    await ensureBuilt({ log: () => undefined });
    app = await packWithStub(join(scratch, 'app'));
  }, 300_000);

  test('contains exactly the files that it needs, and has its fuses set', () => {
    expect(judgePackage(app)).toEqual([]);
  });

  test('has the same built files and the same app.asar if the project is built and packed in another folder', async () => {
    const project = await buildCopy();
    const packed = join(scratch, 'packed-copy');
    mkdirSync(packed);
    const args = ['--input-type=module', '--eval', packScript, packed];
    const { code, output } = await runCommandLine(process.execPath, args, { cwd: project });
    expect(code, output).toBe(0);
    const build = hashesOfBuild(root);
    expect(hashesOfBuild(project)).toEqual(build);
    expect(Object.keys(build)).toContain('main/index.js');
    const [archive = ''] = globSync(
      join(packed, 'dist', 'linux*-unpacked', 'resources', 'app.asar'),
    );
    expect(hashOf(archive)).toBe(hashOf(join(app.folder, 'resources', 'app.asar')));
  });

  test('has a package.json with the app’s name, without scripts and devDependencies', () => {
    const packageJson = JSON.parse(app.read('package.json')) as Record<string, unknown>;
    expect(packageJson).toMatchObject({ main: 'out/main/index.js', productName: 'Overhead' });
    expect(packageJson).not.toHaveProperty('scripts');
    expect(packageJson).not.toHaveProperty('devDependencies');
  });

  test('contains the licenses of the app, of its data and of all bundled packages', () => {
    const text = readFileSync(join(app.folder, 'resources', 'LICENSES.txt'), 'utf8');
    const own = readFileSync(join(root, 'LICENSE'), 'utf8').trim();
    for (const part of [
      own,
      'GeoNames',
      'IANA Time Zone',
      'Natural Earth',
      'Olaf Frohn',
      'resources/photos',
    ])
      expect(text).toContain(part);
    const bundled = [
      ...[
        'zod',
        'undici',
        'hono',
        'electron-updater',
        'electron-log',
        'satellite.js',
        'world-atlas',
      ],
      ...['astronomy-engine', 'svelte', 'd3-geo', 'd3-array', '@inlang/paraglide-js'],
    ];
    const names = [...text.matchAll(/^-{80}\n\n(\S+) \d+\.\d+\.\d+ \(/gm)].map(([, name]) => name);
    expect(names).toEqual(expect.arrayContaining(bundled));
    const bill = JSON.parse(readFileSync(join(root, 'out', 'overhead.cdx.json'), 'utf8')) as {
      components: { name: string }[];
    };
    expect(bill.components.map(({ name }) => name)).toEqual(['electron', ...names]);
  });

  test('contains AppStream metadata at the path of an AppImage', () => {
    const path = 'usr/share/metainfo/dev.overhead.Overhead.metainfo.xml';
    expect(existsSync(join(app.folder, path))).toBe(true);
  });

  test('has an AppImage with the required files, whose desktop entry starts AppRun without --no-sandbox', ({
    skip,
  }) => {
    const { appImage } = app;
    if (appImage === null) return skip('no mksquashfs, unsquashfs or desktop-file-validate');
    const entry = 'dev.overhead.Overhead.desktop';
    expect(appImage.files).toEqual(
      expect.arrayContaining([
        ...['AppRun', 'overhead', entry, 'resources/app.asar', 'resources/LICENSES.txt'],
        'usr/share/metainfo/dev.overhead.Overhead.metainfo.xml',
      ]),
    );
    // Only deb and rpm contain the file `package-type`, by which the updater tells them apart.
    expect(appImage.files).not.toContain('resources/package-type');
    expect(readAppImage(appImage.path, entry)).toMatch(/^Exec=AppRun %U$/m);
  });

  describe('the launcher of the AppImage', () => {
    const runs = 'shift $(($# - 1)); exec "$@"';
    // The test supplies the path of `unshare`: an AppArmor profile is attached to the path of a program.
    const systems: [string, string | null, string][] = [
      ['keeps the sandbox where every program may create user namespaces', runs, ''],
      [
        'adds --no-sandbox where only the profile of unshare allows user namespaces',
        `case "$0" in */system/unshare) ${runs} ;; *) exit 1 ;; esac`,
        '--no-sandbox',
      ],
      ['adds --no-sandbox where nothing allows user namespaces', 'exit 1', '--no-sandbox'],
      ['adds --no-sandbox where unshare is not installed', null, '--no-sandbox'],
    ];
    test.for(systems)('%s', ([title, unshare, flags], { skip }) => {
      if (app.appImage === null) return skip('no squashfs-tools or desktop-file-utils');
      const folder = join(scratch, title);
      const system = join(folder, 'system');
      mkdirSync(system, { recursive: true });
      extractAppImage(app.appImage.path, join(folder, 'image'));
      writeFileSync(join(folder, 'image', 'overhead'), '#!/bin/sh\necho "$*"\n');
      const used = ['bash', 'cat', 'chmod', 'dirname', 'mktemp', 'readlink', 'rm', 'sh', 'true'];
      for (const name of used)
        symlinkSync(execFileSync('which', [name], { encoding: 'utf8' }).trim(), join(system, name));
      if (unshare !== null)
        writeFileSync(join(system, 'unshare'), `#!/bin/sh\n${unshare}\n`, { mode: 0o755 });
      const temporary = join(folder, 'temporary');
      mkdirSync(temporary);
      const printed = execFileSync(join(folder, 'image', 'AppRun'), ['--hidden'], {
        encoding: 'utf8',
        env: { PATH: system, TMPDIR: temporary },
      });
      expect(printed.trim()).toBe(`${flags} --hidden`.trim());
      expect(readdirSync(temporary)).toEqual([]);
    });
  });

  test('has a deb with an AppArmor profile that allows user namespaces', ({ skip }) => {
    const { deb, folder } = app;
    if (deb === null) return skip('no dpkg-deb');
    expect(deb.files).toEqual(
      expect.arrayContaining([
        ...['opt/Overhead/overhead', 'opt/Overhead/resources/app.asar'],
        'opt/Overhead/resources/apparmor-profile',
        'usr/share/applications/dev.overhead.Overhead.desktop',
        'usr/share/icons/hicolor/256x256/apps/overhead.png',
        'usr/share/metainfo/dev.overhead.Overhead.metainfo.xml',
      ]),
    );
    const profile = readFileSync(join(folder, 'resources', 'apparmor-profile'), 'utf8');
    expect(profile).toMatch(/^profile "overhead" "\/opt\/Overhead\/overhead".*\{\n\s+userns,$/m);
    expect(debControl(deb.path, 'postinst')).toContain("APPARMOR_PROFILE_TARGET='/etc/apparmor.d/");
    expect(debControl(deb.path, 'control')).toMatch(
      /^Depends: .*\blibgtk-3-0\b.*\blibsecret-1-0\b/m,
    );
  });
});

describe('judgeContents', () => {
  const files: Record<string, string> = {
    'package.json': '{}',
    'out/main/index.js': 'import "electron"; import("./chunks/a.js"); const x = "require(\'ajv\')"',
    'out/main/chunks/a.js': 'import { b } from "node:fs"; const r = require("fs")',
    'out/main/services.js': '',
    'out/main/windows.js': '',
    'out/main/heights.json': '',
    'out/preload/index.cjs': 'require("electron")',
    'out/renderer/index.html': '<script type="module" src="/assets/a.js"></script>',
    'out/renderer/assets/a.js': '',
    'resources/icon.png': '',
  };
  const judge = (change: Record<string, string | null>) => {
    const all = { ...files, ...change };
    const packed: PackedFiles = {
      files: Object.keys(all).filter((name) => all[name] !== null),
      read: (name) => all[name] ?? '',
    };
    return judgeContents(packed, { resources: ['icon.png'], pages: [''] });
  };

  test('accepts a correct package', () => expect(judge({})).toEqual([]));

  test.each([
    ['src/main/index.ts', 'not meant to be packed: src/main/index.ts'],
    ['out/main/index.js.map', 'not meant to be packed: out/main/index.js.map'],
    ['node_modules/zod/index.js', 'not meant to be packed: node_modules/zod/index.js'],
    ['docs/updates.md', 'not meant to be packed: docs/updates.md'],
    ['resources/secret.key', 'not meant to be packed: resources/secret.key'],
  ])('reports the file %s', (file, problem) => expect(judge({ [file]: '' })).toEqual([problem]));

  test('reports missing files to which scripts, pages or styles refer', () => {
    expect(judge({ 'resources/icon.png': null })).toEqual(['not packed: resources/icon.png']);
    expect(judge({ 'out/main/chunks/a.js': null })).toEqual([
      'out/main/index.js needs out/main/chunks/a.js, which is not packed',
    ]);
    expect(judge({ 'out/main/services.js': 'import "hono"; export * from "./x.js"' })).toEqual([
      'out/main/services.js needs out/main/x.js, which is not packed',
      'out/main/services.js needs hono, which is not packed',
    ]);
    expect(judge({ 'out/renderer/assets/a.css': 'a{background:url(./sky.png)}' })).toEqual([
      'out/renderer/assets/a.css needs out/renderer/assets/sky.png, which is not packed',
    ]);
  });
});

test('flipFuses rejects, and changes no fuse, when a fuse of Electron has no value', async () => {
  const folder = join(scratch, 'electron');
  await makeStubElectron(folder);
  const binary = join(folder, 'electron');
  const others = { ...fuses, [FuseV1Options.RunAsNode]: undefined };
  await expect(flipFuses(binary, others as unknown as typeof fuses)).rejects.toThrow(/RunAsNode/);
  const { [FuseV1Options.RunAsNode]: runAsNode } = await getCurrentFuseWire(binary);
  expect(runAsNode).toBe(FuseState.ENABLE);
});

const metainfo = join(root, 'build', 'linux', 'dev.overhead.Overhead.metainfo.xml');

test('the project has AppStream metadata of this version and app', () => {
  const text = readFileSync(metainfo, 'utf8');
  const { version, license, desktopName } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as Record<string, string>;
  expect(text).toContain(`<release version="${version ?? ''}"`);
  expect(text).toContain(`<project_license>${license ?? ''}</project_license>`);
  expect(text).toContain(`<launchable type="desktop-id">${desktopName ?? ''}</launchable>`);
});

test('the project has valid AppStream metadata', ({ skip }) => {
  try {
    execFileSync('appstreamcli', ['--version'], { stdio: 'ignore' });
  } catch {
    skip('appstreamcli is not installed');
  }
  expect(() => execFileSync('appstreamcli', ['validate', '--no-net', metainfo])).not.toThrow();
});

test('the project has a Flatpak manifest of this app whose sources all exist', () => {
  const folder = join(root, 'build', 'flatpak');
  const manifest = parse(
    readFileSync(join(folder, 'dev.overhead.Overhead.yml'), 'utf8'),
  ) as FlatpakManifest;
  expect(manifest.id).toBe('dev.overhead.Overhead');
  const paths = manifest.modules.flatMap(({ sources }) => sources.map(({ path }) => path));
  const missing = paths.filter((path) => !existsSync(join(folder, path)));
  // electron-builder creates this file.
  expect(missing.filter((path) => !path.startsWith('../../dist/'))).toEqual([]);
  // Portals set the wallpaper and the autostart, so the app needs no permission for the home folder or the session's
  // settings.
  expect(manifest['finish-args'].join(' ')).not.toMatch(/--filesystem|dconf|--socket=session-bus/);
});

interface FlatpakManifest {
  readonly id: string;
  readonly 'finish-args': readonly string[];
  readonly modules: readonly { readonly sources: readonly { readonly path: string }[] }[];
}
