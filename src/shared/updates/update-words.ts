import { m } from '#words';
import { failureSentence } from '../failure-words.ts';
import { joinSentences } from '../words.ts';
import type { UpdatesOff, UpdateFailure } from './update.ts';

/** The event, what still works, and what to do, each as a sentence. */
interface FailureWords {
  readonly happened: string;
  readonly works: string;
  readonly todo: string;
}

/** Why there are no updates, as one sentence. */
export function describeUpdatesOff(reason: UpdatesOff): string {
  switch (reason) {
    case 'no-feed':
      return m.update_off_no_feed();
    case 'no-key':
      return m.update_off_no_key();
    case 'unusable-build':
      return m.update_off_unusable();
    case 'not-a-package':
      return m.update_off_not_packaged();
  }
}

/** A refused or failed update as sentences for the user. The log has the details. */
export function describeUpdateFailure(failure: UpdateFailure): FailureWords {
  const worksSentence = m.update_works();
  const laterAdvice = m.update_later();
  switch (failure.kind) {
    case 'feed':
      return {
        happened: m.update_no_answer({ failure: failureSentence(failure.failure) }),
        works: worksSentence,
        todo: laterAdvice,
      };
    case 'unsigned':
      return { happened: m.update_unsigned(), works: worksSentence, todo: laterAdvice };
    case 'bad-signature':
      return {
        happened: m.update_bad_signature(),
        works: worksSentence,
        todo: joinSentences([m.update_just_published(), laterAdvice]),
      };
    case 'malformed':
      return { happened: m.update_malformed(), works: worksSentence, todo: m.update_by_hand() };
    case 'downgrade': {
      const { offered, known } = failure;
      return {
        happened: m.update_downgrade({ offered, known }),
        works: worksSentence,
        todo: laterAdvice,
      };
    }
    case 'replayed':
      return { happened: m.update_replayed(), works: worksSentence, todo: laterAdvice };
    case 'expired':
      return {
        happened: m.update_expired(),
        works: worksSentence,
        todo: joinSentences([m.update_check_date(), m.update_by_hand()]),
      };
    case 'not-yet':
      return {
        happened: m.update_not_yet(),
        works: worksSentence,
        todo: joinSentences([m.update_check_date(), laterAdvice]),
      };
    case 'no-package':
      return {
        happened: m.update_no_package({ version: failure.version }),
        works: worksSentence,
        todo: laterAdvice,
      };
    case 'download':
      return {
        happened: m.update_not_downloaded({ failure: failureSentence(failure.failure) }),
        works: worksSentence,
        todo: m.update_download_again(),
      };
    case 'wrong-file':
      return {
        happened: m.update_wrong_file(),
        works: worksSentence,
        todo: m.update_download_again(),
      };
    case 'install':
      return { happened: m.update_not_installed(), works: worksSentence, todo: m.update_by_hand() };
  }
}
