import type { Failure } from '../failure.ts';
import type { UpdatesOff, UpdateTrouble } from './update.ts';
import { describeFailure } from '../words.ts';

/** What happened, what still works, and what to do, each as a sentence. */
interface TroubleWords {
  readonly happened: string;
  readonly works: string;
  readonly todo: string;
}

const offWords: Record<UpdatesOff, string> = {
  'no-feed': 'This build has no address to look for updates at.',
  'no-key': 'This build has no key to check updates with, so it takes none.',
  'unusable-build': 'This build’s update address or key cannot be used, so it takes no updates.',
  'not-a-package': 'The app was not started from a package that can update itself.',
};

/** Why there are no updates, as one sentence. */
export const describeUpdatesOff = (reason: UpdatesOff): string => offWords[reason];

const works = 'The version that you have is untouched and goes on working.';
const later = 'The app looks again by itself; you can also look now.';
const byHand = 'If this stays so, download the new version by hand.';

/** Says a refused or failed update to a person. */
export function describeUpdateTrouble(trouble: UpdateTrouble): TroubleWords {
  switch (trouble.kind) {
    case 'feed':
      return { happened: `${heard(trouble.failure)}.`, works, todo: later };
    case 'unsigned':
      return { happened: 'The update has no signature, so it was refused.', works, todo: later };
    case 'bad-signature':
      return {
        happened: 'The update’s signature is not that of the makers, so it was refused.',
        works,
        todo: `A release that is just being published may look like this. ${later}`,
      };
    case 'malformed':
      return {
        happened: `The update is described in a way that this version does not understand (${trouble.detail}).`,
        works,
        todo: byHand,
      };
    case 'downgrade':
      return {
        happened: `The update service offers ${trouble.offered}, older than ${trouble.known}, so it was refused.`,
        works,
        todo: later,
      };
    case 'replayed':
      return {
        happened:
          'The update service repeats something older than what it said before; it was refused.',
        works,
        todo: later,
      };
    case 'expired':
      return {
        happened:
          'What the update service says has expired, so nobody can tell whether it is the latest.',
        works,
        todo: `Check this computer’s date. ${byHand}`,
      };
    case 'not-yet':
      return {
        happened:
          'What the update service says was signed in the future, by this computer’s clock.',
        works,
        todo: `Check this computer’s date. ${later}`,
      };
    case 'no-package':
      return {
        happened: `Version ${trouble.version} is out, but has no package for this system.`,
        works,
        todo: later,
      };
    case 'download':
      return {
        happened: `The new version could not be downloaded: ${describeFailure(trouble.failure)}.`,
        works,
        todo: 'Download it again when you like.',
      };
    case 'wrong-file':
      return {
        happened: 'What was downloaded is not the file that was signed, so it was thrown away.',
        works,
        todo: 'Download it again when you like.',
      };
    case 'install':
      return {
        happened: `The new version could not be installed: ${trouble.detail}.`,
        works,
        todo: byHand,
      };
  }
}

const heard = (failure: Failure): string =>
  `The update service gave no usable answer: ${describeFailure(failure)}`;
