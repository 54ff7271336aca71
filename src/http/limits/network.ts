/** What an address is counted as: IPv4 as it is, IPv6 by /64, of which one machine may use every address (RFC 6177). */
export function networkOf(address: string): string {
  return address.includes(':') ? `${groupsOf(address).slice(0, 4).join(':')}::/64` : address
}

/** The groups before and, where `::` stands, the zeros for those it leaves out. */
function groupsOf(address: string): readonly string[] {
  const [head = '', tail] = address.toLowerCase().split('::')
  const [front, back] = [head, tail ?? ''].map(part => (part === '' ? [] : part.split(':')))
  const [before, after] = [front ?? [], back ?? []]
  // An IPv4 tail (64:ff9b::192.0.2.1) stands for two groups.
  const length = before.length + after.length + (address.includes('.') ? 1 : 0)
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - length) }, () => '0')
  return [...before, ...zeros, ...after].map(group => group.replace(/^0+(?=.)/, ''))
}
