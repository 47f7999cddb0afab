/** Thrown for whatever part of Electron's API the stand-in does not have; the message names it. */
export class NotInStandInError extends Error {
  constructor(name: string) {
    super(`not in the stand-in: ${name}`);
    this.name = 'NotInStandInError';
  }
}

// What the language itself looks up on any object: promises, JSON, module interop.
const probes = new Set<string | symbol>(['then', 'toJSON', 'constructor', 'prototype']);

/** The same object, except that reading a member that it does not have throws by name. */
export function strict<T extends object>(name: string, target: T): T {
  return new Proxy(target, {
    get(object, key, receiver): unknown {
      if (key in object || typeof key === 'symbol' || probes.has(key) || key.startsWith('_'))
        return Reflect.get(object, key, receiver);
      throw new NotInStandInError(`${name}.${key}`);
    },
  });
}

/** A part of Electron's module that is not there at all: any use of it throws by name. */
export function absent(name: string): unknown {
  const fail = (member: string): never => {
    throw new NotInStandInError(name + member);
  };
  // No arrow function: those cannot be constructed, and say so before the proxy does.
  const target = function (): void {
    return;
  };
  return new Proxy(target, {
    get: (object, key): unknown =>
      typeof key === 'symbol' || probes.has(key) ? Reflect.get(object, key) : fail(`.${key}`),
    apply: () => fail(''),
    construct: () => fail(''),
  });
}
