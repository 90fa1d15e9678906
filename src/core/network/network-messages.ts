/** The sentences about questions of the network. */
export const networkMessages = {
  questionAnswered: 'This question has been answered already.',
  unknownCertificate: 'This certificate isn’t offered.',
} as const
