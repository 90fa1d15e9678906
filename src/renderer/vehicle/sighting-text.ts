/** The texts of a car's sightings, on the customer's record and on the call card. */
export const sightingText = {
  noPrice: 'No price',
  priceChange: (amount: string, isDrop: boolean): string => `${amount} ${isDrop ? 'less' : 'more'} than before`,
  open: (site: string): string => (site ? `View on ${site}` : 'View listing'),
}
