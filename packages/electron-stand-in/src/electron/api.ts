// The common code of all parts of the stand-in.
import { EventEmitter } from 'node:events';

/** Thrown for each part of Electron's API that the stand-in lacks. The message names the part. */
export class NotInStandInError extends Error {
  constructor(name: string) {
    super(`not in the stand-in: ${name}`);
    this.name = 'NotInStandInError';
  }
}

// The names of members that JavaScript itself may read on any object: for promises, JSON, and module interop.
const probedMembers = new Set<string | symbol>(['then', 'toJSON', 'constructor', 'prototype']);

/** Returns an object with the same members. Reading a missing member throws an error with the name of the member. */
export function strictObject<T extends object>(name: string, target: T): T {
  return new Proxy(target, {
    get(object, key, receiver): unknown {
      if (key in object || typeof key === 'symbol' || probedMembers.has(key) || key.startsWith('_'))
        return Reflect.get(object, key, receiver);
      throw new NotInStandInError(`${name}.${key}`);
    },
  });
}

const emitterNames = new Set(Object.getOwnPropertyNames(EventEmitter.prototype));

/**
 * Wraps an object. After the object is destroyed, all its members throw, except `isDestroyed` and the members of an
 * EventEmitter. Electron does the same: `GetNextArgument` and its caller in
 * `shell/common/gin_helper/function_template.h`.
 */
export function destroyableObject<T extends object>(target: T, isDestroyed: () => boolean): T {
  const requireAlive = (): void => {
    if (isDestroyed()) throw new TypeError('Object has been destroyed');
  };
  return new Proxy(target, {
    get(object, key): unknown {
      const value: unknown = Reflect.get(object, key, object);
      const isEmitters = typeof key === 'symbol' || emitterNames.has(key) || key.startsWith('_');
      if (key === 'isDestroyed') return isDestroyed;
      if (isEmitters || probedMembers.has(key)) return value;
      if (typeof value === 'function')
        return (...args: unknown[]): unknown => {
          requireAlive();
          return Reflect.apply(value, object, args);
        };
      requireAlive();
      return value;
    },
  });
}

/** An event of Electron whose default a listener may prevent. */
interface PreventableEvent {
  preventDefault(): void;
  readonly defaultPrevented: boolean;
}

/** Makes an event with the given members, including getters. */
export function makeEvent<T extends object>(members: T): T & PreventableEvent {
  let isPrevented = false;
  const event = {
    get defaultPrevented() {
      return isPrevented;
    },
    preventDefault: () => {
      isPrevented = true;
    },
  };
  return Object.defineProperties(event, Object.getOwnPropertyDescriptors(members)) as typeof event &
    T;
}
