import type { Page } from '@playwright/test';

/**
 * Makes the first attempts of a compromised page to send data out. Returns the result of each attempt. `url` is a
 * foreign address.
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
