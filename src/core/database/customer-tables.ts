/** Customers: what the list begins with, so that a start shows it at once (`customers/cache/first-rows.ts`). A migration. */
export const customerFirstRows = `
CREATE TABLE customer_first_rows (
  connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE, region TEXT NOT NULL,
  -- What was sorted, and how; the number of all customers; and the numbers of the first records as JSON.
  format INTEGER NOT NULL, total INTEGER NOT NULL, numbers TEXT NOT NULL,
  PRIMARY KEY (connection_id, region)
) WITHOUT ROWID;
CREATE TRIGGER customer_block_added AFTER INSERT ON customer_block BEGIN
  DELETE FROM customer_first_rows WHERE connection_id = new.connection_id AND region = new.region;
END;
CREATE TRIGGER customer_block_changed AFTER UPDATE ON customer_block BEGIN
  DELETE FROM customer_first_rows WHERE connection_id = new.connection_id AND region = new.region;
END;
CREATE TRIGGER customer_block_removed AFTER DELETE ON customer_block BEGIN
  DELETE FROM customer_first_rows WHERE connection_id = old.connection_id AND region = old.region;
END;
`
