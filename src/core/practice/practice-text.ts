import { formatNumber } from '../../contract/regional-format.ts'
/** Every sentence that core writes about the practice service. */
export const practiceFailures = {
  notRestarted: [
    'The practice service could not be restarted: another program uses its port.',
    { kept: 'No practice data is lost.', next: 'Try again, or restart Forecourt.' },
  ],
  customerGone: ['The practice service no longer has this customer.', {}],
  noCustomers: [
    'No customer in this region has a car to sight.',
    { next: 'Send a spreadsheet first, or choose another region.' },
  ],
  uploadsRunning: (count: number) =>
    [
      `Practice still has ${count === 1 ? 'an upload' : `${formatNumber(count)} uploads`} in progress.`,
      { kept: 'Nothing was removed.', next: 'Wait for it to finish, or agree to end it now.' },
    ] as const,
  notErased: [
    'The practice data could not be removed: its file is in use or can’t be deleted.',
    {
      kept: 'Your practice uploads and customers are unchanged.',
      next: 'Close other programs that use Forecourt’s folder, then try again.',
    },
  ],
} as const
