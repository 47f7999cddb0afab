import { m } from '#words';
import type { Bridge } from '#shared/contract.ts';
import type { Failure, Result } from '#shared/failure.ts';
import type { JournalPost, PostSummary } from '#shared/journal/journal.ts';
import { maxPhotoBytes } from '#shared/journal/photo.ts';
import { Command, type DoneToast } from '../ui/command.svelte.ts';
import { commandFailureSentence, type CommandFailure } from '../ui/command-failure.ts';
import type { Editor } from './editor.svelte.ts';
import { journalFailureInWords } from './post-commands.ts';

/** The post that gets a photo, or loses it. */
type PhotoTarget = Pick<PostSummary, 'id' | 'photo'>;

/** Why a photo was not added. A refusal names the files that can be added. */
function photoFailureInWords(failure: CommandFailure): string {
  if (['not-an-image', 'too-large', 'damaged', 'invalid-input'].includes(failure.kind))
    return m.journal_photo_refused();
  // Only a change of the database is held in memory.
  return failure.kind === 'storage' && !failure.code.startsWith('SQLITE_')
    ? m.app_command_failed({ reason: commandFailureSentence(failure) })
    : journalFailureInWords(failure);
}

const refusal = (failure: Failure): Result<never> => ({ ok: false, failure });

/** The commands for the photos of posts. The result also updates the post in the form. */
export class PhotoCommands {
  readonly #bridge: Bridge;
  readonly #editor: Editor;

  constructor(bridge: Bridge, editor: Editor) {
    this.#bridge = bridge;
    this.#editor = editor;
  }

  /** Adds the first of the files to a post. Can be called while another photo is being added: the last one stays. */
  async add(target: PhotoTarget, files: readonly File[]): Promise<void> {
    const [file] = files;
    if (file === undefined) return;
    const add = new Command(() => this.#add(target.id, file), {
      done: (): DoneToast => ({
        text: files.length === 1 ? m.journal_photo_added() : m.journal_photo_first_added(),
        undo: () => this.#use(target.id, target.photo),
      }),
      failed: photoFailureInWords,
    });
    this.#editor.addingPhotos += 1;
    await add.run();
    this.#editor.addingPhotos -= 1;
  }

  async remove({ id, photo }: PhotoTarget): Promise<void> {
    const remove = new Command(() => this.#use(id, null), {
      done: (): DoneToast => ({
        text: m.journal_photo_removed(),
        undo: () => this.#use(id, photo),
      }),
      failed: photoFailureInWords,
    });
    await remove.run();
  }

  async #add(id: string, file: File): Promise<Result<JournalPost>> {
    if (file.size > maxPhotoBytes)
      return refusal({ kind: 'too-large', limit: maxPhotoBytes, unit: 'bytes' });
    // A folder and a file that was removed since cannot be read.
    const bytes = await file.arrayBuffer().catch(() => null);
    if (bytes === null) return refusal({ kind: 'not-an-image', found: 'unknown' });
    return this.#show(await this.#bridge.journal.addPhoto({ id, file: new Uint8Array(bytes) }));
  }

  async #use(id: string, at: number | null): Promise<Result<JournalPost>> {
    return this.#show(await this.#bridge.journal.usePhoto({ id, at }));
  }

  #show(result: Result<JournalPost>): Result<JournalPost> {
    if (result.ok) this.#editor.setPost(result.value);
    return result;
  }
}

/**
 * Makes an element accept files that are dropped on it, and calls `onfiles` with them. While files are above it, the
 * element has the attribute `data-dropping`.
 */
export const dropTarget =
  (onfiles: (files: readonly File[]) => void) =>
  (element: HTMLElement): (() => void) => {
    const leave = (): void => element.removeAttribute('data-dropping');
    const listeners: Record<string, (event: DragEvent) => void> = {
      dragover(event) {
        if (event.dataTransfer?.types.includes('Files') !== true) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        element.setAttribute('data-dropping', '');
      },
      dragleave({ relatedTarget }) {
        if (!element.contains(relatedTarget as Node | null)) leave();
      },
      drop(event) {
        leave();
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length === 0) return;
        event.preventDefault();
        onfiles(files);
      },
    };
    const stop = new AbortController();
    for (const [name, listener] of Object.entries(listeners))
      element.addEventListener(name, listener as EventListener, { signal: stop.signal });
    return () => stop.abort();
  };

/** The pasted files; none if the clipboard also has text, as after a copy in a word processor. */
export const pastedFiles = ({ clipboardData }: ClipboardEvent): readonly File[] =>
  clipboardData?.types.includes('text/plain') === true ? [] : [...(clipboardData?.files ?? [])];
