/** A notification in one line. */
export function nameOf(title: string, label: string | null): string {
  return label === null ? title : `${title}: ${label}`;
}

export function choiceLine(publicUrl: string): string {
  return `How you are told of what, you choose yourself: PATCH ${publicUrl}/api/notification-preferences`;
}
