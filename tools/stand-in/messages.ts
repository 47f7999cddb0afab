/** What a page tells the main process through its binding. */
export type PageMessage =
  | { readonly kind: 'invoke' | 'send'; readonly channel: string; readonly args: unknown[] }
  | { readonly kind: 'open'; readonly url: string }
  | { readonly kind: 'error'; readonly path: string; readonly message: string }
  | {
      readonly kind: 'window';
      readonly event: 'focus' | 'blur' | 'resize';
      readonly bounds: { x: number; y: number; width: number; height: number };
    };

/** The answer to an invoke: a value, or the words of the error. */
export type PageAnswer = { readonly value: unknown } | { readonly error: string };

/** The name under which a page finds its way to the main process, and the main process its way back. */
export const bindingName = '__standIn';
export const receiverName = '__standInReceive';
