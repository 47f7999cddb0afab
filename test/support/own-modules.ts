import { vi } from 'vitest';

// The modules of earlier test files of the worker are evaluated again, so that they import this file's mocks.
vi.resetModules();
