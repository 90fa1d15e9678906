/** The texts about who makes a call. */
export const assignText = {
  label: 'Assign',
  panel: 'Assign to',
  assigned: (to: string): string => `Assigned to ${to}`,
  me: (name: string): string => `${name} (you)`,
  nobody: 'Nobody',
  newName: 'New name',
  note: 'A new name is added to the people of this PC, and stays after Undo. Reminders stay on the PC that planned the call.',
  assign: 'Assign',
  menu: 'Assign to…',
  done: (customer: string, to: string | null): string =>
    to === null ? `${customer}: assigned to nobody.` : `${customer}: assigned to ${to}.`,
  doneMany: (count: number, to: string | null): string => `${count} calls assigned to ${to ?? 'nobody'}.`,
  undone: 'Assignment undone.',
  share: 'Whose calls',
  shares: { everyone: 'Everyone', mine: 'Mine', unassigned: 'Not assigned' },
} as const
