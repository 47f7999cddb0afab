import type { Page } from '@playwright/test';

/**
 * Tries from the page to send data to `url`, a foreign address, in the ways that a compromised page would try first.
 * Returns the result of each attempt.
 */
export const tryToLeave = (page: Page, url: string) =>
  page.evaluate(async (address) => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "taken over"';
    document.body.append(script);
    const fetched = await fetch(address).then(
      () => 'reached',
      () => 'blocked',
    );
    const opened = window.open(address) === null ? 'denied' : 'opened';
    const policy = (await fetch(location.pathname)).headers.get('content-security-policy');
    location.href = address;
    return {
      fetched,
      opened,
      script: document.title === 'taken over' ? 'ran' : 'blocked',
      node: ['require', 'process', 'module', 'Buffer', 'ipcRenderer', 'electron'].filter(
        (name) => name in window,
      ),
      policy,
    };
  }, url);

/** The results of `tryToLeave` that are expected of a confined page. */
export const confined = {
  fetched: 'blocked',
  opened: 'denied',
  script: 'blocked',
  node: [],
};
