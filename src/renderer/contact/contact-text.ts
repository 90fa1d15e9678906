/** The texts about people who are not to be contacted. */
export const contactText = {
  hidden: 'Hidden',
  show: 'Show',
  hide: 'Hide',
  showNumbers: 'Show numbers',
  showLabel: 'Show the hidden number',
  showTitle: 'Shows the number for 30 seconds. This is recorded in the history.',
}
