import { createHash } from 'node:crypto';
import type { Operation } from './trace.ts';

/**
 * The guarantees of a disk after a power cut.
 *
 * - `strict`: only the guarantees of POSIX. `fsync` of a file makes the data of the file durable, but not its name. A
 *   change of a name (create, rename, remove) is durable when its folder has been synced. Any combination of the
 *   changes before that may be lost. A file may have its new length, and zeros in place of its data.
 * - `ext4`: a journal keeps the order of changes of names, as in ext4 with `data=ordered`. After the cut, the first n
 *   changes of names are present, for some n. `fsync` of a file or a folder makes durable all changes up to the last
 *   one that concerns that file or folder. Any combination of data that were not synced may be lost.
 *
 * In both modes, a write that was not synced may be torn: any of its sectors of 512 bytes may be lost.
 */
export type DiskMode = 'strict' | 'ext4';

const sectorBytes = 512;

interface FileNode {
  readonly kind: 'file';
  /** The durable data. */
  durable: Buffer;
  /** The length of the file in the running system. */
  length: number;
  /** The index of the last operation that changed this file in ext4's journal. */
  lastChange: number;
}

interface FolderNode {
  readonly kind: 'folder';
  /** The durable names, and the names in the running system. */
  readonly durable: Map<string, DiskNode>;
  readonly seen: Map<string, DiskNode>;
  lastChange: number;
}

type DiskNode = FileNode | FolderNode;

interface NameChange {
  readonly folder: FolderNode;
  readonly name: string;
  /** The file or folder with this name; null: the name was removed. */
  readonly node: DiskNode | null;
}

/** A change that may be lost. */
export type PendingEffect =
  | {
      readonly kind: 'write';
      readonly index: number;
      readonly file: FileNode;
      readonly at: number;
      readonly data: Buffer;
    }
  | {
      readonly kind: 'truncate';
      readonly index: number;
      readonly file: FileNode;
      readonly length: number;
    }
  | { readonly kind: 'names'; readonly index: number; readonly changes: readonly NameChange[] };

/**
 * What a power cut does to one effect. `lost`: the effect is lost; `whole`: it is complete; an array: only the sectors
 * with a 1 are written; `length`: only the length of the file changes.
 */
export type EffectFate = 'lost' | 'whole' | 'length' | Uint8Array;

/** The number of sectors that a write touches. */
export const sectorsOf = ({ at, data }: { readonly at: number; readonly data: Buffer }): number =>
  Math.floor((at + data.length - 1) / sectorBytes) - Math.floor(at / sectorBytes) + 1;

/** The files by path, and the folders; paths begin with `/`. */
export interface DiskImage {
  readonly files: ReadonlyMap<string, Buffer>;
  readonly folders: readonly string[];
}

/** A disk on which operations are applied in order, and the states that a power cut may leave. */
export class SimulatedDisk {
  readonly #mode: DiskMode;
  readonly #root: FolderNode = newFolder();
  readonly #files = new Map<number, FileNode>();
  #pending: PendingEffect[] = [];
  #index = 0;

  /** @param inodes the inodes of the files of `image` */
  constructor(mode: DiskMode, image: DiskImage, inodes: ReadonlyMap<string, number>) {
    this.#mode = mode;
    for (const path of image.folders) this.#place(path, newFolder());
    for (const [path, content] of image.files) {
      const file: FileNode = {
        kind: 'file',
        durable: content,
        length: content.length,
        lastChange: -1,
      };
      this.#files.set(inodes.get(path) ?? -1, file);
      this.#place(path, file);
    }
  }

  /** The effects that are not durable yet, oldest first. */
  get pending(): readonly PendingEffect[] {
    return this.#pending;
  }

  apply(operation: Operation): void {
    this.#index += 1;
    switch (operation.kind) {
      case 'mark':
        return;
      case 'create': {
        const file: FileNode = { kind: 'file', durable: Buffer.alloc(0), length: 0, lastChange: 0 };
        this.#files.set(operation.inode, file);
        this.#name([{ path: operation.path, node: file }]);
        return;
      }
      case 'make-folder':
        this.#name([{ path: operation.path, node: newFolder() }]);
        return;
      case 'link':
        this.#name([{ path: operation.to, node: this.#find(operation.path) }]);
        return;
      case 'rename': {
        const node = this.#find(operation.path);
        this.#name([
          { path: operation.path, node: null },
          { path: operation.to, node },
        ]);
        return;
      }
      case 'unlink':
      case 'remove-folder':
        this.#find(operation.path).lastChange = this.#index;
        this.#name([{ path: operation.path, node: null }]);
        return;
      case 'write':
        this.#write(this.#file(operation.inode), operation.at, operation.data);
        return;
      case 'truncate': {
        const file = this.#file(operation.inode);
        const { length } = operation;
        // If the file is already empty, opening it with O_TRUNC changes nothing.
        if (length === file.length) return;
        file.length = length;
        file.lastChange = this.#index;
        this.#pending.push({ kind: 'truncate', index: this.#index, file, length });
        return;
      }
      case 'sync':
        this.#syncFile(this.#file(operation.inode));
        return;
      case 'sync-folder': {
        const folder = this.#find(operation.path);
        if (folder.kind === 'folder') this.#syncFolder(folder);
      }
    }
  }

  /**
   * The content of the disk if the power is cut now. `fates`: what the cut does to each pending effect, in the order of
   * `pending`.
   */
  image(fates: readonly EffectFate[]): DiskImage {
    const data = new Map<FileNode, GrowingContent>();
    const names = new Map<FolderNode, Map<string, DiskNode>>();
    this.#pending.forEach((effect, index) => {
      const fate = fates[index] ?? 'lost';
      if (fate === 'lost') return;
      if (effect.kind === 'names') {
        for (const { folder, name, node } of effect.changes) {
          const entries = names.get(folder) ?? new Map(folder.durable);
          names.set(folder, entries);
          if (node === null) entries.delete(name);
          else entries.set(name, node);
        }
        return;
      }
      const content = data.get(effect.file) ?? new GrowingContent(effect.file.durable);
      data.set(effect.file, content);
      content.change(effect, fate);
    });
    const files = new Map<string, Buffer>();
    const folders: string[] = [];
    const walk = (folder: FolderNode, at: string): void => {
      for (const [name, node] of names.get(folder) ?? folder.durable) {
        const path = `${at}/${name}`;
        if (node.kind === 'file') files.set(path, data.get(node)?.content ?? node.durable);
        else {
          folders.push(path);
          walk(node, path);
        }
      }
    };
    walk(this.#root, '');
    return { files, folders };
  }

  #write(file: FileNode, at: number, data: Buffer): void {
    const end = at + data.length;
    if (end > file.length) {
      file.length = end;
      file.lastChange = this.#index;
    }
    this.#pending.push({ kind: 'write', index: this.#index, file, at, data });
  }

  #syncFile(file: FileNode): void {
    const content = new GrowingContent(file.durable);
    this.#settle((effect) => effect.kind !== 'names' && effect.file === file, content);
    file.durable = content.content;
    if (this.#mode === 'ext4') this.#commit(file.lastChange);
  }

  #syncFolder(folder: FolderNode): void {
    if (this.#mode === 'ext4') this.#commit(folder.lastChange);
    else
      this.#settle(
        (effect) =>
          effect.kind === 'names' && effect.changes.some((change) => change.folder === folder),
      );
  }

  /** Makes all changes of names up to this operation durable. */
  #commit(index: number): void {
    this.#settle((effect) => effect.kind === 'names' && effect.index <= index);
  }

  #settle(isDurable: (effect: PendingEffect) => boolean, content?: GrowingContent): void {
    const left: PendingEffect[] = [];
    for (const effect of this.#pending) {
      if (!isDurable(effect)) left.push(effect);
      else if (effect.kind !== 'names') content?.change(effect, 'whole');
      else
        for (const { folder, name, node } of effect.changes) {
          if (node === null) folder.durable.delete(name);
          else folder.durable.set(name, node);
        }
    }
    this.#pending = left;
  }

  #name(named: readonly { readonly path: string; readonly node: DiskNode | null }[]): void {
    const changes = named.map(({ path, node }) => {
      const { folder, name } = this.#parentOf(path);
      if (node === null) folder.seen.delete(name);
      else folder.seen.set(name, node);
      folder.lastChange = this.#index;
      if (node !== null) node.lastChange = this.#index;
      return { folder, name, node };
    });
    this.#pending.push({ kind: 'names', index: this.#index, changes });
  }

  #place(path: string, node: DiskNode): void {
    const { folder, name } = this.#parentOf(path);
    folder.durable.set(name, node);
    folder.seen.set(name, node);
  }

  #parentOf(path: string): { readonly folder: FolderNode; readonly name: string } {
    const at = path.lastIndexOf('/');
    const folder = this.#find(path.slice(0, at));
    if (folder.kind === 'file') throw new Error(`${path} is below a file`);
    return { folder, name: path.slice(at + 1) };
  }

  #find(path: string): DiskNode {
    let node: DiskNode = this.#root;
    for (const name of path.split('/').slice(1)) {
      const next: DiskNode | undefined = node.kind === 'folder' ? node.seen.get(name) : undefined;
      if (next === undefined) throw new Error(`the trace does not know ${path}`);
      node = next;
    }
    return node;
  }

  #file(inode: number): FileNode {
    const file = this.#files.get(inode);
    if (file === undefined) throw new Error(`the trace does not know the inode ${inode}`);
    return file;
  }
}

const newFolder = (): FolderNode => ({
  kind: 'folder',
  durable: new Map(),
  seen: new Map(),
  lastChange: -1,
});

/** The content of a file that may grow. */
class GrowingContent {
  #bytes: Buffer;
  #length: number;
  #isShared = true;

  constructor(content: Buffer) {
    this.#bytes = content;
    this.#length = content.length;
  }

  get content(): Buffer {
    return this.#length === this.#bytes.length
      ? this.#bytes
      : this.#bytes.subarray(0, this.#length);
  }

  change(
    effect: Exclude<PendingEffect, { kind: 'names' }>,
    fate: Exclude<EffectFate, 'lost'>,
  ): void {
    if (effect.kind === 'truncate') {
      if (effect.length > this.#length) this.#grow(effect.length);
      else {
        // Bytes beyond the end must be zero, in case the file grows again.
        this.#own(this.#length);
        this.#bytes.fill(0, effect.length, this.#length);
        this.#length = effect.length;
      }
      return;
    }
    const { at, data } = effect;
    if (fate === 'whole' || fate === 'length') {
      this.#grow(at + data.length);
      if (fate === 'whole') data.copy(this.#bytes, at);
      return;
    }
    const first = Math.floor(at / sectorBytes);
    fate.forEach((isWritten, index) => {
      if (isWritten === 0) return;
      const from = Math.max((first + index) * sectorBytes, at);
      const to = Math.min((first + index + 1) * sectorBytes, at + data.length);
      this.#grow(to);
      data.copy(this.#bytes, from, from - at, to - at);
    });
  }

  #grow(length: number): void {
    this.#own(Math.max(length, this.#length));
    this.#length = Math.max(length, this.#length);
  }

  #own(length: number): void {
    if (!this.#isShared && length <= this.#bytes.length) return;
    const bytes = Buffer.alloc(Math.max(length, this.#isShared ? length : 2 * length));
    this.#bytes.copy(bytes, 0, 0, this.#length);
    this.#bytes = bytes;
    this.#isShared = false;
  }
}

const cachedSums = new WeakMap<Buffer, string>();

/** The hash of a file's content, computed only once for each buffer. */
function hashOfContent(content: Buffer): string {
  const known = cachedSums.get(content);
  if (known !== undefined) return known;
  const sum = createHash('sha1').update(content).digest('base64');
  cachedSums.set(content, sum);
  return sum;
}

/** A hash that is equal for images with the same files and folders. */
export function imageHash({ files, folders }: DiskImage): string {
  const hash = createHash('sha1');
  for (const [path, content] of [...files].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${path}\n${hashOfContent(content)}\n`);
  return hash.update(folders.toSorted().join('\n')).digest('base64');
}
