/** Shows the page in dark red on black from now on, or no longer. The tokens follow the attribute. */
export function showNight(isOn: boolean): void {
  if (isOn) document.documentElement.dataset['night'] = 'red';
  else delete document.documentElement.dataset['night'];
}
