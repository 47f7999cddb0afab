// Runs in Electron or the stand-in: checks the rules that RULES_JOB names, and prints one line of JSON for each.
import * as electron from 'electron';
import { registerAppScheme } from '#platform/windows/app-session.ts';
import { runRules } from '#stand-in/rules/run-rules.ts';
import { checkedRules } from './own-code-rules.ts';
import { programJob } from './program-job.ts';

registerAppScheme();
const chosen = new Set(programJob().rules);
runRules(electron, new Map([...checkedRules.entries()].filter(([index]) => chosen.has(index))));
