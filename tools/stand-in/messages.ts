/** What a page tells the main process through its binding. */
export type PageMessage =
  | { readonly kind: 'invoke' | 'send'; readonly channel: string; readonly args: unknown[] }
  | { readonly kind: 'open'; readonly url: string }
  | { readonly kind: 'error'; readonly path: string; readonly message: string }
  | WindowMessage;

/** What a page sees of its window. */
export interface WindowMessage {
  readonly kind: 'window';
  readonly event: 'focus' | 'blur' | 'resize' | 'move' | 'visibility';
  readonly bounds: { x: number; y: number; width: number; height: number };
  /** Minimised. */
  readonly hidden: boolean;
  readonly maximised: boolean;
}

/** The answer to an invoke: a value, or the words of the error. */
export type PageAnswer = { readonly value: unknown } | { readonly error: string };

/** The name under which a page finds its way to the main process, and the main process its way back. */
export const bindingName = '__standIn';
export const receiverName = '__standInReceive';
