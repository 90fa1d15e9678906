/** Sentences about the work of the team that core writes. */
export const workMessages = {
  notShared: [
    'The work of this connection isn’t shared with the team.',
    { next: 'Choose another connection at the top of the window.' },
  ],
  taken: (name: string) =>
    [
      name === '' ? 'Another PC is calling this customer.' : `${name} is calling this customer.`,
      { next: 'Choose another car, or ask your colleague.' },
    ] as const,
  noTeam: ['This PC isn’t in a team.', { next: 'Create or join a team in Settings.' }],
} as const
