export const remindersJob = 'send_reminders';
