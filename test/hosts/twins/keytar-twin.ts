const kept = new Map<string, string>()

/** A keychain that works, for a host under test: the one of whoever runs the tests is not touched. */
const keychain = {
  getPassword: async (service: string, account: string) => kept.get(`${service}/${account}`) ?? null,
  setPassword: async (service: string, account: string, password: string) =>
    void kept.set(`${service}/${account}`, password),
  deletePassword: async (service: string, account: string) => kept.delete(`${service}/${account}`),
}

export default keychain
