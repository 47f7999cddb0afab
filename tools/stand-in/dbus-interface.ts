import { interface as dbus } from '@jellybrick/dbus-next';

/** Describes a property that can be read. */
export const readable = (signature: string) => ({ signature, access: dbus.ACCESS_READ });

/**
 * An interface whose members come from `configureMembers`. That puts them on the prototype, where the
 * library's own constructor hides them behind empty fields: these are taken away here.
 */
export class DbusInterface extends dbus.Interface {
  constructor(name: string) {
    super(name);
    for (const field of ['$properties', '$methods', '$signals'])
      Reflect.deleteProperty(this, field);
  }
}
