const companyWord =
  /\b(?:pty|p\/l|ltd|limited|sdn|bhd|trust|atf|inc|council|school|church|group|holdings|enterprises|services)\b|& co\b/i

/** Whether a name is a company's ("Harbour Plumbing Pty Ltd"). */
export function isCompany(name: string): boolean {
  return companyWord.test(name)
}
