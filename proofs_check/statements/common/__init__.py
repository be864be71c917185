"""What several claims share, so that no claim imports another; nothing here is a statement. May
import what claims may: the sampled runs, the ledger and what is below them."""
