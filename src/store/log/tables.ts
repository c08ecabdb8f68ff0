export type LogTables = {
  /** One row; whoever appends holds its lock. */
  log_state: { id: number; log_id: string; origin: string; tree_size: number }
  log_leaf: { leaf_index: number; cid: Uint8Array }
  /** By leaf, so that receipts lie on disk in the order they came, as leaves do. */
  log_receipt: { leaf_index: number; envelope: string }
  log_tile: { level: number; tile_index: number; hashes: Uint8Array }
  /** The size is the key: a second head for one size cannot be stored, and what is not stored is never handed out. */
  log_head: { tree_size: number; root: Uint8Array; head: string; checkpoint: string }
}
