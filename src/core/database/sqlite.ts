// oxlint-disable-next-line import/default -- CommonJS: its module.exports is the default export.
import BetterSqlite from 'better-sqlite3-multiple-ciphers'

// Its loader makes a report of the process to learn which C library there is. With the network in it, the report asks the DNS for the
// name of each address that the process is connected to.
// Node's types lack the setting.
if (process.platform === 'linux') Object.assign(process.report, { excludeNetwork: true })

export { BetterSqlite }
