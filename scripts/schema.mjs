import { writeFileSync } from 'node:fs'
import BetterSqlite from 'better-sqlite3-multiple-ciphers'
import { migrations } from '../src/core/database/migrations.ts'
import { inProject, runPackage } from './project.mjs'

const help = `Writes the schema that all migrations together make into the module of core with which a new database begins.

  npm run schema
`

/** The statements that make an empty database what all migrations make it. A virtual table makes its own tables. */
function statements() {
  const sqlite = new BetterSqlite(':memory:')
  try {
    for (const step of migrations) sqlite.exec(step)
    return sqlite
      .prepare(
        `SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
           AND name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow') ORDER BY rowid`,
      )
      .pluck()
      .all()
  } finally {
    sqlite.close()
  }
}

const module =
  () => `/** Made from the migrations by \`npm run schema\`: what they make of an empty database, in one step. */
export const schema = {
  /** How many migrations it stands for. */
  version: ${migrations.length},
  statements: ${JSON.stringify(statements())},
}
`

if (process.argv.includes('--help')) process.stdout.write(help)
else {
  const path = inProject('src/core/database/schema.ts')
  writeFileSync(path, module())
  process.exitCode = await runPackage('oxfmt/bin/oxfmt', [path])
}
