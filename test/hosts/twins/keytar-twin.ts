const kept = new Map<string, string>()

/** A working keychain for a host under test: the keychain of the user who runs the tests is not changed. */
const keychain = {
  getPassword: async (service: string, account: string) => kept.get(`${service}/${account}`) ?? null,
  setPassword: async (service: string, account: string, password: string) =>
    void kept.set(`${service}/${account}`, password),
  deletePassword: async (service: string, account: string) => kept.delete(`${service}/${account}`),
}

export default keychain
