/** The kind of the job that lets go what was held for too long. */
export const expiryJob = 'expire_reservations';
