/** Values that the browser keeps on this device. Where storage is blocked nothing is kept, and the rest still works. */
export function stored(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

export function store(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Blocked or full.
  }
}
