export interface Size {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Device pixels for one CSS pixel. */
  readonly ratio: number;
}

/** Tells the size of an element, at once and whenever it or the screen's resolution changes. */
export function followSize(element: Element, tell: (size: Size) => void): () => void {
  const stop = new AbortController();
  const measure = (): void => {
    const { clientWidth: width, clientHeight: height } = element;
    tell({ width, height, ratio: window.devicePixelRatio });
  };
  // A query holds for one resolution only: after each change the next one is asked for.
  const followRatio = (): void =>
    matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`).addEventListener(
      'change',
      () => {
        measure();
        followRatio();
      },
      { once: true, signal: stop.signal },
    );
  const observer = new ResizeObserver(measure);
  observer.observe(element);
  followRatio();
  return () => {
    observer.disconnect();
    stop.abort();
  };
}
