/** Switches red night mode of the page on or off. The tokens depend on the attribute. */
export function setRedNightMode(isOn: boolean): void {
  if (isOn) document.documentElement.dataset['night'] = 'red';
  else delete document.documentElement.dataset['night'];
}
