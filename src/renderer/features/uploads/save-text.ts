/** Hands a text to the browser's download, under the given name. */
export function saveText(fileName: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The download has its own hold on the bytes once the click is through.
  setTimeout(() => URL.revokeObjectURL(address), 0)
}
