/** One call that changed a file or a folder, or made changes durable; see shim.c. Paths are relative to the root. */
export type Operation =
  | { readonly kind: 'create' | 'make-folder'; readonly path: string; readonly inode: number }
  | {
      readonly kind: 'write';
      readonly path: string;
      readonly inode: number;
      readonly at: number;
      readonly data: Buffer;
    }
  | {
      readonly kind: 'truncate';
      readonly path: string;
      readonly inode: number;
      readonly length: number;
    }
  | { readonly kind: 'sync' | 'sync-folder'; readonly path: string; readonly inode: number }
  | { readonly kind: 'rename' | 'link'; readonly path: string; readonly to: string }
  | { readonly kind: 'unlink' | 'remove-folder'; readonly path: string }
  | { readonly kind: 'mark'; readonly text: string };

/** The file into which the recorded process writes its promises, one line each. */
const markFile = '/marks';

const headerBytes = 32;
const operationKinds = [
  '',
  'create',
  'write',
  'truncate',
  'sync',
  'sync-folder',
  'rename',
  'unlink',
  'make-folder',
  'remove-folder',
  'link',
  'unknown',
] as const;

/** Parses the output of the shim. Throws if the process made a call that the model of the disk does not cover. */
export function readTrace(trace: Buffer): Operation[] {
  const operations: Operation[] = [];
  for (let from = 0; from < trace.length;) {
    const kind = operationKinds[trace.readUInt32LE(from)];
    const pathLength = trace.readUInt32LE(from + 4);
    const otherLength = trace.readUInt32LE(from + 8);
    const dataLength = trace.readUInt32LE(from + 12);
    const inode = Number(trace.readBigUInt64LE(from + 16));
    const offset = Number(trace.readBigUInt64LE(from + 24));
    from += headerBytes;
    const path = trace.toString('utf8', from, from + pathLength);
    const to = trace.toString('utf8', from + pathLength, from + pathLength + otherLength);
    from += pathLength + otherLength;
    const data = trace.subarray(from, from + dataLength);
    from += dataLength;
    if (path === markFile) {
      if (kind === 'write') operations.push({ kind: 'mark', text: data.toString().trimEnd() });
      continue;
    }
    switch (kind) {
      case 'create':
      case 'make-folder':
      case 'sync':
      case 'sync-folder':
        operations.push({ kind, path, inode });
        break;
      case 'write':
        operations.push({ kind, path, inode, at: offset, data });
        break;
      case 'truncate':
        operations.push({ kind, path, inode, length: offset });
        break;
      case 'rename':
      case 'link':
        operations.push({ kind, path, to });
        break;
      case 'unlink':
      case 'remove-folder':
        operations.push({ kind, path });
        break;
      default:
        throw new Error(`the shim cannot record ${data.toString()} of ${path}`);
    }
  }
  return operations;
}

/** An operation as one line of a report. */
export function describeOperation(operation: Operation): string {
  switch (operation.kind) {
    case 'write':
      return `write ${operation.path} at ${operation.at}, ${operation.data.length} bytes`;
    case 'truncate':
      return `truncate ${operation.path} to ${operation.length}`;
    case 'rename':
    case 'link':
      return `${operation.kind} ${operation.path} to ${operation.to}`;
    case 'mark':
      return operation.text.slice(0, 80);
    default:
      return `${operation.kind} ${operation.path === '' ? '/' : operation.path}`;
  }
}
