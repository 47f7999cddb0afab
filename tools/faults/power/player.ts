import { scenarios, type Scenario, type ScenarioName } from './scenarios.ts';

// The recorded process: `player.ts SCENARIO prepare|play ROOT`.
const [name = '', stage, root = ''] = process.argv.slice(2);
const scenario: Scenario = scenarios[name as ScenarioName];
await (stage === 'prepare' ? scenario.prepare?.(root) : scenario.play(root));
