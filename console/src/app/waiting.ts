/** Pending approvals: read once for the count in the menu and the list at home. */
export const waiting = 'approvals?status=pending&limit=4&include=total_count';
