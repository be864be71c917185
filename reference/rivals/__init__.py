"""The paper's rivals, and what compares them with UCRL-LP. `baselines` has the algorithms that the
paper names, one file each (Sec. I-A, Sec. VI); `kl` has the KL step that some of them share;
`experiments` has the simulations of Sec. VI. Nothing of the algorithm itself stands here."""
