/** An event of Electron's that a listener may prevent. */
export interface PreventableEvent {
  preventDefault(): void;
  readonly defaultPrevented: boolean;
}

/** Makes an event with the given members. */
export function makeEvent<T extends object>(members: T): T & PreventableEvent {
  let prevented = false;
  return Object.assign(
    Object.defineProperty({}, 'defaultPrevented', { get: () => prevented, enumerable: true }),
    members,
    {
      preventDefault: () => {
        prevented = true;
      },
    },
  ) as T & PreventableEvent;
}
